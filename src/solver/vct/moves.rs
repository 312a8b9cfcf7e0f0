//! What is looked at in a node: the threats of the attacker, and the answers of the defender to what is threatened.

use super::run::{Node, Run};
use super::{ThreatSolver, Width};
use crate::base::{BitSet, Color};
use crate::board::Point;
use crate::pattern::Threat;
use crate::position::Position;
use crate::rules::RuleSet;
use crate::solver::numbers::Numbers;
use crate::solver::{Proof, VcfLimits, Verdict};

/// The most nodes of the search for a win by fours of the side that defends.
const DEFENDER_FOURS: u64 = 40;
/// The most nodes of the search for what a quiet move threatens.
const QUIET_NODES: u64 = 2000;

impl Width {
    /// The most nodes of the search for a win by fours of the attacker.
    const fn fours(self) -> u64 {
        match self {
            Width::Narrow | Width::Quiet => 300,
            Width::Wide => 1500,
        }
    }
}

impl<R: RuleSet> Run<'_, R> {
    /// What a search for a win by fours of the side to move within `plies` says.
    fn look_for_fours(&mut self, plies: u32, nodes: u64) -> Verdict {
        let fours = u8::try_from(plies.saturating_sub(1) / 2).unwrap_or(VcfLimits::ANY_LENGTH);
        let limits = VcfLimits { fours, ..VcfLimits::nodes(nodes) };
        let verdict = self.solver.vcf.search(self.position, limits, self.go_on);
        self.nodes += self.solver.vcf.nodes();
        verdict
    }

    /// The attacker's win by fours, who is to move, within `plies`.
    pub(super) fn win_by_fours(&mut self, plies: u32, width: Width) -> Option<Proof> {
        let verdict = self.look_for_fours(plies, width.fours());
        self.note_cut(matches!(verdict, Verdict::Unknown), width);
        verdict.win()
    }

    /// The attacker's first five, row by row.
    pub(super) fn first_five(&self) -> Option<Point> {
        self.position.points(self.attacker, Threat::Five).first().map(Point::from_index)
    }

    /// How the attacker, who has no five, wins if the side to move does nothing, and what is looked at after its answer.
    pub(super) fn threat(&mut self, node: Node) -> Option<(Proof, Width)> {
        self.position.pass();
        let fours = self.win_by_fours(self.left(node) - 1, node.width).map(|proof| (proof, node.width));
        let threat = match node.width {
            Width::Quiet => fours.or_else(|| self.quiet_threat(node).map(|proof| (proof, Width::Narrow))),
            Width::Narrow | Width::Wide => fours,
        };
        self.position.pass();
        threat
    }

    /// How the attacker, who is to move as if the defender had passed, wins by threats.
    fn quiet_threat(&mut self, node: Node) -> Option<Proof> {
        let all = self.limits.nodes;
        self.limits.nodes = all.min(self.nodes + QUIET_NODES);
        let proof = self.prove(node.next(Width::Narrow));
        self.limits.nodes = all;
        proof
    }

    /// The attacker's moves that may be threats, each with a guess at the numbers that it leads to.
    pub(super) fn attacks(&mut self, node: Node) -> Result<Vec<(Point, Numbers)>, Numbers> {
        if self.win_by_fours(self.left(node), node.width).is_some() {
            return Err(Numbers::PROVED);
        }
        let pressed = self.position.count(!self.attacker, Threat::Five) > 0;
        let points: BitSet = if pressed {
            self.position.answers_to_five().into_iter().map(Point::index).collect()
        } else {
            self.position.candidates()
        };
        let must_stop = !pressed && self.position.count(!self.attacker, Threat::OpenFour) > 0;
        let stops = if must_stop { self.position.defences_to_open_four() } else { points };
        let mut moves = Vec::new();
        for point in points.iter().filter(|&point| stops.contains(point)).map(Point::from_index) {
            if let Some(guess) = guess(self.position, self.attacker, point, pressed, node.width)
                && !self.position.is_forbidden(point, self.attacker)
            {
                moves.push((point, guess));
            }
        }
        Ok(moves)
    }

    /// The defender's answers to what the attacker threatens, and what is looked at after them.
    pub(super) fn defences(&mut self, node: Node) -> Result<(Vec<(Point, Numbers)>, Width), Numbers> {
        let side = self.position.to_move();
        if self.position.count(side, Threat::Five) > 0 {
            return Err(Numbers::DISPROVED);
        }
        let (answers, width): (Vec<Point>, Width) = if self.first_five().is_some() {
            (self.position.answers_to_five().into_iter().collect(), node.width)
        } else {
            // What the attacker does not threaten with is no threat, and who can win first need not answer.
            let (threat, width) = self.threat(node).ok_or(Numbers::DISPROVED)?;
            if let Verdict::Win(_) = self.look_for_fours(ThreatSolver::MAX_PLY, DEFENDER_FOURS) {
                return Err(Numbers::DISPROVED);
            }
            let suspects = threat.points_that_may_refute(self.position);
            let suspects = suspects.iter().map(Point::from_index);
            (suspects.filter(|&answer| self.refutes(answer, &threat)).collect(), width)
        };
        Ok((answers.into_iter().map(|answer| (answer, Numbers::UNKNOWN)).collect(), width))
    }

    /// Whether `answer` is a legal move of the side to move, which has no five, after which `threat` no longer wins as it
    /// stands.
    pub(super) fn refutes(&mut self, answer: Point, threat: &Proof) -> bool {
        !self.position.is_forbidden(answer, !self.attacker) && !threat.still_wins_after(answer, self.position)
    }
}

/// A guess at the numbers of the attacker's move on `point`: the stronger the threat, the less is left to prove. Nothing
/// for a move that can hardly be one, unless the attacker is `pressed` to play there or the search is wide.
fn guess<R: RuleSet>(
    position: &Position<R>,
    attacker: Color,
    point: Point,
    pressed: bool,
    width: Width,
) -> Option<Numbers> {
    let proof = match position.threat(point, attacker) {
        Threat::Five | Threat::OpenFour | Threat::FourThree | Threat::DoubleThree => 1,
        Threat::Four => 2,
        Threat::OpenThree | Threat::Suspect => 3,
        Threat::Three => 6,
        Threat::None | Threat::Forbidden if position.makes_lines(point, attacker) => 8,
        Threat::None | Threat::Forbidden if pressed => 2,
        Threat::None if width > Width::Narrow => 16,
        Threat::None | Threat::Forbidden => return None,
    };
    Some(Numbers { proof, disproof: 1 })
}
