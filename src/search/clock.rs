use std::time::Duration;

/// The times a manager gives, in milliseconds; `None` where it has not said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeSettings {
    /// For one move; zero means to answer at once.
    pub turn: Option<i64>,
    /// For the whole game; zero means no limit.
    pub game: Option<i64>,
    /// Left of the game's time; [`TimeSettings::UNLIMITED`] means no limit.
    pub left: Option<i64>,
    /// Added to the time left by each move.
    pub increment: i64,
}

/// How long to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// What an ordinary move should take; a settled one takes less, a doubtful one more.
    pub soft: Duration,
    /// When to answer whatever happens.
    pub hard: Duration,
}

impl TimeSettings {
    /// The time left that managers send where there is no limit.
    pub const UNLIMITED: i64 = 2_147_483_647;
    /// For a move where nothing at all is known.
    const DEFAULT_TURN: i64 = 5_000;
    /// No search is longer than a day, so that sums of times cannot overflow.
    const LONGEST: i64 = 24 * 3600 * 1000;

    /// How many own moves a long game has.
    pub const MOVES: i64 = 40;

    /// What the own moves of a game may take together, if that is limited: the same from its first move to its last.
    pub fn whole_game(&self) -> Option<i64> {
        let increments = self.increment.clamp(0, Self::LONGEST) * Self::MOVES;
        let game = self.game.filter(|game| (1..Self::UNLIMITED).contains(game)).map(|game| game + increments);
        let turns = self.turn.map(|turn| turn.clamp(0, Self::LONGEST) * Self::MOVES);
        game.into_iter().chain(turns).min()
    }

    /// What is left of the game's time, if it is limited.
    fn game_left(&self) -> Option<i64> {
        let left = match (self.left, self.game) {
            (Some(left), _) => left,
            (None, Some(game)) if game > 0 => game,
            (None, _) => return None,
        };
        (left < Self::UNLIMITED).then(|| left.clamp(0, Self::LONGEST))
    }

    /// How long to think about a move with `stones` on the board.
    pub fn budget(&self, stones: usize) -> Budget {
        let left = self.game_left();
        let turn = match (self.turn, left) {
            (Some(turn), _) => turn.clamp(0, Self::LONGEST),
            (None, None) => Self::DEFAULT_TURN,
            (None, Some(_)) => Self::LONGEST,
        };
        let by_turn = turn - margin(turn);
        let Some(left) = left else {
            // Time that is not used is lost: half of the soft limit is all of the hard one.
            return Budget { soft: milliseconds(by_turn * 2), hard: milliseconds(by_turn) };
        };
        let usable = left - margin(left);
        let increment = self.increment.clamp(0, left);
        let soft = usable / moves_to_go(stones) + increment * 3 / 4;
        let hard = (soft * 3).min(usable / 3 + increment).min(by_turn).min(usable);
        // A settled move stops at half of the soft limit, unless the clock has more than all moves can take.
        Budget { soft: milliseconds(soft.min(hard * 2)), hard: milliseconds(hard) }
    }
}

/// How many own moves a game is expected to last yet.
fn moves_to_go(stones: usize) -> i64 {
    (24 - stones as i64 / 4).max(12)
}

/// What to keep of a limit for a busy machine that lets the process wait: enough for a few time slices of others.
fn margin(limit: i64) -> i64 {
    (45 + limit / 50).min(250).min(limit / 2)
}

fn milliseconds(ms: i64) -> Duration {
    Duration::from_millis(ms.max(0) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(turn: Option<i64>, game: Option<i64>, left: Option<i64>) -> (u128, u128) {
        let budget = TimeSettings { turn, game, left, increment: 0 }.budget(10);
        (budget.soft.as_millis(), budget.hard.as_millis())
    }

    #[test]
    fn a_turn_alone_is_used_but_for_the_margin() {
        for turn in [100, 250, 1_000, 30_000] {
            let (soft, hard) = budget(Some(turn), Some(0), Some(TimeSettings::UNLIMITED));
            assert_eq!(soft, 2 * hard);
            assert!(hard < turn as u128 && hard * 2 > turn as u128, "{hard} of {turn}");
        }
    }

    #[test]
    fn a_game_is_as_long_as_its_time_or_its_turns() {
        let whole =
            |turn, game, increment| TimeSettings { turn, game, left: Some(1), increment }.whole_game();
        assert_eq!(whole(Some(250), Some(12_000), 0), Some(10_000));
        assert_eq!(whole(Some(30_000), Some(180_000), 0), Some(180_000));
        assert_eq!(whole(Some(30_000), Some(180_000), 1_000), Some(220_000));
        assert_eq!(whole(Some(5_000), Some(0), 0), Some(200_000));
        assert_eq!(whole(None, Some(TimeSettings::UNLIMITED), 0), None);
        assert_eq!(whole(None, None, 0), None);
        assert!(whole(Some(i64::MAX), Some(i64::MIN), i64::MAX) > Some(1_000_000));
    }

    #[test]
    fn the_game_clock_never_runs_out() {
        let mut left = 180_000;
        for _ in 0..300 {
            let (_, hard) = budget(Some(30_000), Some(180_000), Some(left));
            left -= hard as i64;
            assert!(left > 0);
        }
    }

    #[test]
    fn nothing_or_less_means_at_once() {
        assert_eq!(budget(Some(0), None, None), (0, 0));
        assert_eq!(budget(Some(-5), None, None), (0, 0));
        assert_eq!(budget(Some(1_000), Some(60_000), Some(0)), (0, 0));
        assert_eq!(budget(Some(1_000), Some(60_000), Some(-900)), (0, 0));
        assert_eq!(budget(None, None, Some(i64::MIN)), (0, 0));
    }

    #[test]
    fn silence_means_less_than_five_seconds() {
        let (_, hard) = budget(None, None, None);
        assert!((3_000..5_000).contains(&hard));
        assert!(budget(None, Some(0), None).1 < 5_000);
        assert!(budget(Some(i64::MAX), Some(i64::MAX), Some(i64::MAX)).1 > 1_000_000);
    }
}
