//! Who plays whom from which opening: the same list for the same match on every machine.

use super::openings::{Opening, Symmetry};
use crate::base::mix;
use crate::board::Geometry;

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The game's number in the match, from zero.
    pub game: usize,
    /// The number of the encounter: the games of one pair of engines from one opening, both sides.
    pub encounter: usize,
    /// The engine that has black, by its place in the list.
    pub black: usize,
    /// The engine that has white.
    pub white: usize,
    /// The stones to begin with.
    pub opening: Opening,
    /// For whatever in the game is left to chance.
    pub seed: u64,
}

/// Which engines meet and from what.
#[derive(Clone, Debug)]
pub struct Schedule<'a> {
    /// How many engines there are.
    pub engines: usize,
    /// Whether only the first engine meets the others.
    pub gauntlet: bool,
    /// Games for each pair of engines.
    pub games: usize,
    /// Where games begin; with none all begin on an empty board.
    pub openings: &'a [Opening],
    /// Whether the openings come in random order.
    pub shuffle: bool,
    /// Whether each opening is turned at random.
    pub symmetry: bool,
    /// What all chance comes from.
    pub seed: u64,
    /// The size of the board.
    pub geometry: Geometry,
}

impl Schedule<'_> {
    /// The pairs of engines that meet.
    pub fn pairs(&self) -> Vec<(usize, usize)> {
        let firsts = if self.gauntlet { 0..1 } else { 0..self.engines };
        firsts.flat_map(|first| (first + 1..self.engines).map(move |second| (first, second))).collect()
    }

    /// All games, opening by opening, so that all pairs of engines have played about as many at any time.
    pub fn fixtures(&self) -> Vec<Fixture> {
        let (pairs, order) = (self.pairs(), self.order());
        let mut fixtures = Vec::new();
        for round in 0..self.games.div_ceil(2) {
            let opening = self.opening(round, &order);
            for (index, &(first, second)) in pairs.iter().enumerate() {
                let encounter = round * pairs.len() + index;
                for (black, white) in
                    [(first, second), (second, first)].into_iter().take(self.games - 2 * round)
                {
                    let game = fixtures.len();
                    let (opening, seed) = (opening.clone(), mix(self.seed ^ mix(game as u64)));
                    fixtures.push(Fixture { game, encounter, black, white, opening, seed });
                }
            }
        }
        fixtures
    }

    fn opening(&self, round: usize, order: &[usize]) -> Opening {
        if order.is_empty() {
            return Opening::new();
        }
        let opening = &self.openings[order[round % order.len()]];
        // An opening that comes again is turned the next time.
        let number =
            (mix(self.seed ^ mix((round % order.len()) as u64)) as usize).wrapping_add(round / order.len());
        let symmetry = if self.symmetry { number % Symmetry::count(self.geometry) } else { 0 };
        let turn = |&point| Symmetry::nth(symmetry).apply(self.geometry, point);
        opening.iter().map(turn).collect()
    }

    /// The openings in the order in which they are played (R. Durstenfeld's shuffle, CACM 7, 1964).
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.openings.len()).collect();
        if self.shuffle {
            for last in (1..order.len()).rev() {
                // The bias of the remainder is below one in 2^50.
                let chosen = mix(self.seed.wrapping_add(last as u64)) % (last as u64 + 1);
                order.swap(last, chosen as usize);
            }
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::board::Point;

    fn schedule(openings: &[Opening]) -> Schedule<'_> {
        Schedule {
            engines: 3,
            gauntlet: false,
            games: 20,
            openings,
            shuffle: true,
            symmetry: true,
            seed: 7,
            geometry: Geometry::new(15, 15).unwrap(),
        }
    }

    fn openings() -> Vec<Opening> {
        (0..7).map(|index| vec![Point::from_index(index), Point::from_index(index + 20)]).collect()
    }

    #[test]
    fn every_pair_plays_every_opening_from_both_sides() {
        let openings = openings();
        let fixtures = schedule(&openings).fixtures();
        assert_eq!(fixtures.len(), 60);
        assert!(fixtures.iter().enumerate().all(|(index, fixture)| fixture.game == index));
        let mut encounters: BTreeMap<usize, Vec<&Fixture>> = BTreeMap::new();
        fixtures.iter().for_each(|fixture| encounters.entry(fixture.encounter).or_default().push(fixture));
        assert_eq!(encounters.len(), 30);
        for games in encounters.values() {
            let [first, second] = games[..] else { panic!("{games:?}") };
            assert_eq!((first.black, first.white), (second.white, second.black));
            assert_eq!(first.opening, second.opening);
        }
        // In a round all pairs have the same opening.
        assert_eq!(fixtures[0].opening, fixtures[4].opening);
    }

    #[test]
    fn an_opening_that_comes_again_is_turned() {
        let openings = openings();
        let fixtures = schedule(&openings).fixtures();
        let at = |round: usize| &fixtures[round * 6].opening;
        assert_ne!(at(0), at(7));
        let plain = Schedule { symmetry: false, shuffle: false, ..schedule(&openings) }.fixtures();
        assert_eq!(plain[0].opening, openings[0]);
        assert_eq!(plain[7 * 6].opening, openings[0]);
        let mut played: Vec<_> = (0..7).map(|round| at(round)[1].index()).collect();
        let shuffled = Schedule { symmetry: false, ..schedule(&openings) }.fixtures();
        let mut shuffled: Vec<_> = (0..7).map(|round| shuffled[round * 6].opening.clone()).collect();
        assert_ne!(shuffled, openings);
        shuffled.sort();
        assert_eq!(shuffled, openings);
        played.dedup();
        assert_eq!(played.len(), 7);
    }

    #[test]
    fn chance_depends_on_the_seed_alone() {
        let openings = openings();
        let fixtures = schedule(&openings).fixtures();
        assert_eq!(fixtures, schedule(&openings).fixtures());
        assert_ne!(fixtures, Schedule { seed: 8, ..schedule(&openings) }.fixtures());
    }

    #[test]
    fn a_gauntlet_and_odd_numbers_are_played() {
        let fixtures = Schedule { gauntlet: true, games: 3, ..schedule(&[]) }.fixtures();
        let games: Vec<_> = fixtures.iter().map(|fixture| (fixture.black, fixture.white)).collect();
        assert_eq!(games, [(0, 1), (1, 0), (0, 2), (2, 0), (0, 1), (0, 2)]);
        assert!(fixtures.iter().all(|fixture| fixture.opening.is_empty()));
    }
}
