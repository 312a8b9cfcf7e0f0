//! The time an engine has, and what is left of it.

use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, ensure};

/// A time control, written `game/turn+increment` in seconds. `game` alone is also the longest turn, and a `game` of
/// zero means that only turns are limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// For all moves of a game together.
    pub game: Option<Duration>,
    /// For one move.
    pub turn: Duration,
    /// What each move adds.
    pub increment: Duration,
}

impl FromStr for TimeControl {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<TimeControl> {
        let (limits, increment) = text.split_once('+').unwrap_or((text, "0"));
        let (game, turn) = limits.split_once('/').unwrap_or((limits, limits));
        let (game, turn, increment) = (seconds(game)?, seconds(turn)?, seconds(increment)?);
        Ok(TimeControl { game: (!game.is_zero()).then_some(game), turn, increment })
    }
}

fn seconds(text: &str) -> anyhow::Result<Duration> {
    let seconds: f64 = text.parse().with_context(|| format!("'{text}' is no number of seconds"))?;
    // What INFO can say of times ends at 2^31 milliseconds.
    ensure!((0.0..=2e6).contains(&seconds), "{text} seconds are not within 0..2000000");
    Ok(Duration::from_secs_f64(seconds))
}

/// The clock of one side in one game.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    control: TimeControl,
    /// Milliseconds left for the game. What the tolerance let pass may make it negative.
    left: Option<i64>,
}

impl Clock {
    /// What `INFO time_left` says of unlimited time.
    const UNLIMITED: i64 = i32::MAX as i64;

    /// The clock before the first move.
    pub fn new(control: TimeControl) -> Clock {
        Clock { control, left: control.game.map(millis) }
    }

    /// The time for the next move: the turn, or less if less is left.
    pub fn limit(&self) -> Duration {
        match self.left {
            Some(left) => self.control.turn.min(Duration::from_millis(left.max(0) as u64)),
            None => self.control.turn,
        }
    }

    /// Milliseconds left, as `INFO time_left` says it.
    pub fn time_left(&self) -> i64 {
        self.left.unwrap_or(Self::UNLIMITED)
    }

    /// Takes the time of a move off and adds the increment.
    pub fn spend(&mut self, time: Duration) {
        if let Some(left) = &mut self.left {
            *left += millis(self.control.increment) - millis(time);
        }
    }
}

/// Whole milliseconds.
pub fn millis(duration: Duration) -> i64 {
    duration.as_millis().min(i64::MAX as u128) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(text: &str) -> TimeControl {
        text.parse().unwrap()
    }

    #[test]
    fn time_controls_are_read() {
        let seconds = Duration::from_secs;
        let expected = TimeControl { game: Some(seconds(180)), turn: seconds(30), increment: seconds(1) };
        assert_eq!(control("180/30+1"), expected);
        assert_eq!(control("180"), TimeControl { turn: seconds(180), increment: seconds(0), ..expected });
        let turns = TimeControl { game: None, turn: Duration::from_millis(50), increment: seconds(0) };
        assert_eq!(control("0/0.05"), turns);
        for text in ["", "x", "1/", "-1", "1/2/3", "1e9", "nan"] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_game_uses_its_time_up() {
        let mut clock = Clock::new(control("10/4+0.5"));
        assert_eq!((clock.limit().as_millis(), clock.time_left()), (4000, 10_000));
        clock.spend(Duration::from_millis(8500));
        assert_eq!((clock.limit().as_millis(), clock.time_left()), (2000, 2000));
        clock.spend(Duration::from_millis(3000));
        assert_eq!((clock.limit().as_millis(), clock.time_left()), (0, -500));
        let mut clock = Clock::new(control("0/1"));
        clock.spend(Duration::from_secs(100));
        assert_eq!((clock.limit().as_millis(), clock.time_left()), (1000, 2_147_483_647));
    }
}
