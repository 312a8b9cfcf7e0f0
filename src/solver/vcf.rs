//! Wins by continuous fours (VCF).

use super::{Proof, Verdict};
use crate::base::BitSet;
use crate::board::{Cell, Point, stone_key};
use crate::pattern::Threat;
use crate::position::{Position, Stones};
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
    /// The fours of all positions on the way from the first, each with its rank among those of the same position.
    fours: Vec<(Rank, Point)>,
    nodes: u64,
}

impl Vcf {
    /// A solver that remembers up to `1 << bits` positions of eight bytes.
    pub fn new(bits: u32) -> Vcf {
        Vcf { failed: FailedPositions::new(bits), fours: Vec::new(), nodes: 0 }
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
        let side = position.to_move();
        self.nodes = 1;
        if let Some(five) = position.points(side, Threat::Five).first() {
            return Verdict::Win(Proof::five(Point::from_index(five)));
        }
        let (fours, pressing) = (position.fours(side), position.fives(!side));
        position.on_stones(|stones| {
            let mut run = Run { vcf: self, stones, limits, nodes: 0, cuts: 0, go_on };
            let proof = run.attack(&fours, &pressing, limits.fours, limits.near);
            let cut = run.cuts > 0;
            self.nodes = run.nodes;
            match proof {
                Some(proof) => Verdict::Win(proof),
                None if cut => Verdict::Unknown,
                None => Verdict::NoWin,
            }
        })
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
}

/// Which fours are tried first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// A four with a three leaves more to follow it up with.
    FourThree,
    Four,
    /// A four that may be forbidden.
    Suspect,
}

/// One search.
struct Run<'a, R: RuleSet> {
    vcf: &'a mut Vcf,
    stones: &'a mut Stones<R>,
    limits: VcfLimits,
    nodes: u64,
    /// How often a limit has cut the search off, here or in what is remembered.
    cuts: u64,
    go_on: &'a mut dyn FnMut() -> bool,
}

impl<R: RuleSet> Run<'_, R> {
    /// Positions between two questions whether to go on: less than a millisecond.
    const ASK_INTERVAL: u64 = 512;

    /// The proof that the side to move, which has no five, wins by so many fours. They are among the points `suspects`;
    /// `pressing` are the fives of the other side.
    fn attack(
        &mut self,
        suspects: &BitSet,
        pressing: &[Point],
        fours: u8,
        near: Option<Point>,
    ) -> Option<Proof> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(Self::ASK_INTERVAL) && !(self.go_on)() {
            self.limits.nodes = 0;
        }
        if fours == 0 || self.nodes >= self.limits.nodes {
            self.cuts += 1;
            return None;
        }
        if !pressing.is_empty() {
            let answers = self.stones.answers_to_fives(pressing);
            return answers.into_iter().find_map(|answer| self.try_four(answer, suspects, fours));
        }
        // Whatever key tells from which stone on the fours follow each other would do.
        let key = self.stones.hash() ^ near.map_or(0, |stone| stone_key(stone, Cell::Dead));
        match self.vcf.failed.fours(key) {
            Some(VcfLimits::ANY_LENGTH) => return None,
            Some(failed) if failed >= fours => {
                self.cuts += 1;
                return None;
            }
            _ => {}
        }
        let cuts = self.cuts;
        let start = self.vcf.fours.len();
        let open_four = self.list_fours(suspects, near);
        let proof = match open_four {
            Some(open_four) => self.try_four(open_four, suspects, fours),
            None => (start..self.vcf.fours.len()).find_map(|at| {
                let (rank, point) = self.vcf.fours[at];
                let forbidden = rank == Rank::Suspect && self.stones.forbids(point, Threat::Suspect);
                if forbidden { None } else { self.try_four(point, suspects, fours) }
            }),
        };
        self.vcf.fours.truncate(start);
        if proof.is_none() && self.nodes < self.limits.nodes {
            let searched = if self.cuts == cuts { VcfLimits::ANY_LENGTH } else { fours };
            self.vcf.failed.insert(key, searched);
        }
        proof
    }

    /// Lists the fours of the side to move among `suspects`, of all or of those near a stone, the most promising first;
    /// an open four wherever it is makes the others superfluous and is returned.
    fn list_fours(&mut self, suspects: &BitSet, near: Option<Point>) -> Option<Point> {
        let side = self.stones.to_move();
        let start = self.vcf.fours.len();
        for point in suspects.iter().map(Point::from_index) {
            if self.stones.cell(point) != Cell::Empty {
                continue;
            }
            let rank = match self.stones.threat(point, side) {
                Threat::OpenFour => return Some(point),
                Threat::FourThree => Rank::FourThree,
                Threat::Four => Rank::Four,
                Threat::Suspect if self.stones.makes_four(point, side) => Rank::Suspect,
                _ => continue,
            };
            if near.is_none_or(|stone| self.stones.neighbours(stone).contains(point.index())) {
                self.vcf.fours.push((rank, point));
            }
        }
        self.vcf.fours[start..].sort_unstable();
        None
    }

    /// The proof that begins with `point`, which is legal, if it makes a four after which every answer loses by further
    /// fours.
    fn try_four(&mut self, point: Point, suspects: &BitSet, fours: u8) -> Option<Proof> {
        self.stones.play(point);
        let proof = self.defend(point, suspects, fours - 1);
        self.stones.undo(point);
        proof
    }

    /// The proof that begins with `attack` on the board, if that is a four and every answer of the side to move loses.
    fn defend(&mut self, attack: Point, suspects: &BitSet, fours: u8) -> Option<Proof> {
        let attacker = !self.stones.to_move();
        let fives = self.stones.fives_beside(attack);
        let &five = fives.iter().min()?;
        let near = self.limits.near.and(Some(attack));
        let mut suspects = *suspects;
        self.stones.insert_fours_beside(attack, &mut suspects);
        let mut answers = Vec::new();
        for answer in self.stones.stops_to_five(five) {
            self.stones.play(answer);
            // Where another five is left, the attack needs no further search.
            let proof = match self.stones.first_five(&fives, attacker) {
                Some(left) => Some(Proof::five(left)),
                None => {
                    let pressing = self.stones.fives_beside(answer);
                    self.attack(&suspects, &pressing, fours, near)
                }
            };
            self.stones.undo(answer);
            answers.push((answer, proof?));
        }
        Some(Proof::new(attack, answers, Proof::five(five)))
    }
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
