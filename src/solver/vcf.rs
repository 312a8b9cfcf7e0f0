//! Wins by continuous fours (VCF).

use super::{Proof, Verdict};
use crate::base::BitSet;
use crate::board::{Cell, Point, stone_key};
use crate::pattern::Threat;
use crate::position::{NoObserver, Position};
use crate::rules::RuleSet;

/// How far a search for a win by fours may go.
#[derive(Clone, Copy, Debug)]
pub struct VcfLimits {
    /// The most fours in a row.
    pub fours: u8,
    /// The most positions.
    pub nodes: u64,
    /// Only fours near this stone, each further one near the last.
    pub near: Option<Point>,
}

impl VcfLimits {
    /// As many fours in a row as any board has room for.
    pub const ANY_LENGTH: u8 = u8::MAX;

    /// All fours there are, within so many positions.
    pub const fn nodes(nodes: u64) -> VcfLimits {
        VcfLimits { fours: VcfLimits::ANY_LENGTH, nodes, near: None }
    }
}

/// A search for a win by continuous fours (VCF) of the side to move, depth first.
///
/// It looks at every four that is legal, with counter-fours of the defender answered by fours only. What it learns of
/// positions without such a win lasts from one search to the next.
#[derive(Clone, Debug)]
pub struct Vcf {
    failed: FailedPositions,
    limits: VcfLimits,
    nodes: u64,
    /// How often a limit has cut the search off, here or in what is remembered.
    cuts: u64,
}

impl Vcf {
    /// Positions between two questions whether to go on: less than a millisecond.
    const ASK_INTERVAL: u64 = 512;

    /// A solver that remembers up to `1 << bits` positions of eight bytes.
    pub fn new(bits: u32) -> Vcf {
        let limits = VcfLimits::nodes(0);
        Vcf { failed: FailedPositions::new(bits), limits, nodes: 0, cuts: 0 }
    }

    /// Positions visited by the last search.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side to move wins by fours, looked for within `limits` for as long as `go_on`, asked now and then,
    /// says so. "No win" says that no sequence of such fours wins, not that nothing does.
    pub fn search<R: RuleSet>(
        &mut self,
        position: &mut Position<R>,
        limits: VcfLimits,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Verdict {
        (self.limits, self.nodes, self.cuts) = (limits, 0, 0);
        match self.attack(position, limits.fours, limits.near, go_on) {
            Some(proof) => Verdict::Win(proof),
            None if self.cuts == 0 => Verdict::NoWin,
            None => Verdict::Unknown,
        }
    }

    /// The shortest win by fours, or the first found where limits end the search for a shorter one.
    pub fn search_shortest<R: RuleSet>(
        &mut self,
        position: &mut Position<R>,
        limits: VcfLimits,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Verdict {
        let mut left = limits;
        for fours in 1..=limits.fours {
            let verdict = self.search(position, VcfLimits { fours, ..left }, go_on);
            left.nodes = left.nodes.saturating_sub(self.nodes);
            self.nodes = limits.nodes - left.nodes;
            if left.nodes == 0 || !matches!(verdict, Verdict::Unknown) {
                return verdict;
            }
        }
        Verdict::Unknown
    }

    fn attack<R: RuleSet>(
        &mut self,
        position: &mut Position<R>,
        fours: u8,
        near: Option<Point>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Proof> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(Self::ASK_INTERVAL) && !go_on() {
            self.limits.nodes = 0;
        }
        let side = position.to_move();
        if let Some(five) = position.points(side, Threat::Five).first() {
            return Some(Proof::five(Point::from_index(five)));
        }
        let pressed = position.count(!side, Threat::Five) > 0;
        if fours == 0 || self.nodes >= self.limits.nodes {
            self.cuts += 1;
            return None;
        }
        if !pressed && let Some(four) = position.points(side, Threat::OpenFour).first() {
            return self.try_four(position, Point::from_index(four), fours, go_on);
        }
        if pressed {
            let answers = position.answers_to_five();
            return answers.into_iter().find_map(|answer| self.try_four(position, answer, fours, go_on));
        }
        // Whatever key tells from which stone on the fours follow each other would do.
        let key = position.hash() ^ near.map_or(0, |stone| stone_key(stone, Cell::Dead));
        match self.failed.fours(key) {
            Some(VcfLimits::ANY_LENGTH) => return None,
            Some(failed) if failed >= fours => {
                self.cuts += 1;
                return None;
            }
            _ => {}
        }
        let cuts = self.cuts;
        let proof = fours_of(position, near).into_iter().find_map(|set| {
            set.iter().map(Point::from_index).find_map(|point| self.try_four(position, point, fours, go_on))
        });
        if proof.is_none() && self.nodes < self.limits.nodes {
            let searched = if self.cuts == cuts { VcfLimits::ANY_LENGTH } else { fours };
            self.failed.insert(key, searched);
        }
        proof
    }

    /// The proof that begins with `point` if it makes a four after which every answer loses by further fours.
    fn try_four<R: RuleSet>(
        &mut self,
        position: &mut Position<R>,
        point: Point,
        fours: u8,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Proof> {
        let side = position.to_move();
        if !position.makes_four(point, side) || position.is_forbidden(point, side) {
            return None;
        }
        position.play(point, &mut NoObserver);
        let proof = self.defend(position, point, fours - 1, go_on);
        position.undo(&mut NoObserver);
        proof
    }

    /// The proof that begins with the four `attack` on the board, if every answer of the side to move loses.
    fn defend<R: RuleSet>(
        &mut self,
        position: &mut Position<R>,
        attack: Point,
        fours: u8,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Proof> {
        let attacker = !position.to_move();
        let five = position.points(attacker, Threat::Five).first().map(Point::from_index)?;
        let near = self.limits.near.and(Some(attack));
        let mut answers = Vec::new();
        for answer in position.stops_to_five(five) {
            position.play(answer, &mut NoObserver);
            // Where another five is left, the attack needs no further search.
            let left = position.points(attacker, Threat::Five).first().map(Point::from_index);
            let proof = match left {
                Some(left) => Some(Proof::five(left)),
                None => self.attack(position, fours, near, go_on),
            };
            position.undo(&mut NoObserver);
            answers.push((answer, proof?));
        }
        Some(Proof::new(attack, answers, Proof::five(five)))
    }
}

/// The points among which every four of the side to move lies, an open four apart, the most promising first; of all or
/// of those near a stone.
fn fours_of<R: RuleSet>(position: &Position<R>, near: Option<Point>) -> [BitSet; 3] {
    let side = position.to_move();
    // A four with a three leaves more to follow it up with.
    let [best, rest] = [Threat::FourThree, Threat::Four].map(|threat| *position.points(side, threat));
    let suspects = if R::FORBIDDEN { *position.points(side, Threat::Suspect) } else { BitSet::EMPTY };
    let all = [best, rest, suspects];
    near.map_or(all, |stone| all.map(|set| set.intersection(position.neighbours(stone))))
}

/// Positions without a win by so many fours: a hash table in which the newest entry replaces what is in its place.
#[derive(Clone, Debug)]
struct FailedPositions {
    /// The hash of a position but for its last byte, which holds the number of fours.
    entries: Box<[u64]>,
    shift: u32,
}

impl FailedPositions {
    fn new(bits: u32) -> FailedPositions {
        FailedPositions { entries: vec![0; 1 << bits].into(), shift: 64 - bits }
    }

    fn fours(&self, hash: u64) -> Option<u8> {
        let entry = self.entries[(hash >> self.shift) as usize];
        (entry != 0 && (entry ^ hash) < 256).then_some(entry as u8)
    }

    fn insert(&mut self, hash: u64, fours: u8) {
        self.entries[(hash >> self.shift) as usize] = hash & !255 | u64::from(fours);
    }
}
