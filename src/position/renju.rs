//! Renju's forbidden points, as far as the patterns of the point alone cannot tell.

use arrayvec::ArrayVec;

use super::{Position, Stones};
use crate::base::Color;
use crate::board::{Cell, Direction, Point};
use crate::pattern::{LineClass, Threat};
use crate::rules::RuleSet;

impl<R: RuleSet> Position<R> {
    /// Whether the side `color` may not play on the empty `point`.
    #[inline]
    pub fn is_forbidden(&mut self, point: Point, color: Color) -> bool {
        let threat = self.threat(point, color);
        R::KIND.has_forbidden(color) && self.on_stones(|stones| stones.forbids(point, threat))
    }

    /// The forbidden points of black, row by row.
    pub fn forbidden_points(&mut self) -> Vec<Point> {
        let suspects = self.points(Color::Black, Threat::Suspect);
        let points = suspects.union(self.points(Color::Black, Threat::Forbidden));
        points.iter().map(Point::from_index).filter(|&point| self.is_forbidden(point, Color::Black)).collect()
    }
}

impl<R: RuleSet> Stones<R> {
    /// Whether the side `color` may not play on the empty `point`.
    #[inline]
    pub fn is_forbidden(&mut self, point: Point, color: Color) -> bool {
        R::KIND.has_forbidden(color) && {
            let threat = self.threat(point, color);
            self.forbids(point, threat)
        }
    }

    /// Whether black may not play on the empty `point`, which has this threat class.
    #[inline]
    pub fn forbids(&mut self, point: Point, threat: Threat) -> bool {
        match threat {
            Threat::Forbidden => true,
            Threat::Suspect => self.makes_double_three(point),
            _ => false,
        }
    }

    /// Whether two of the threes that black would make on the suspect `point` are real.
    fn makes_double_three(&mut self, point: Point) -> bool {
        let three =
            |direction: &Direction| self.class(point, Color::Black, *direction as usize).is_open_three();
        let threes: ArrayVec<Direction, 4> = Direction::ALL.into_iter().filter(three).collect();
        self.with_stone(point, Cell::Black, |stones| {
            let mut real = 0;
            let mut left = threes.len();
            for direction in threes {
                if real + left < 2 {
                    return false;
                }
                left -= 1;
                real += usize::from(stones.is_real_three(point, direction));
            }
            real >= 2
        })
    }

    /// Whether black's three through its stone on `point` can become a straight four by a move that is neither
    /// forbidden nor a five.
    fn is_real_three(&mut self, point: Point, direction: Direction) -> bool {
        [-1, 1].into_iter().any(|sign| {
            let mut gap = 0;
            for distance in 1..=4 {
                let Some(next) = self.geometry().step(point, direction, sign * distance) else {
                    break;
                };
                match self.cell(next) {
                    Cell::Black => continue,
                    Cell::Empty => {}
                    Cell::White | Cell::Dead => break,
                }
                // The straight four has to hold the stone on `point`: no other gap may lie between.
                let straight = self.class(next, Color::Black, direction as usize) == LineClass::OpenFour;
                if gap == 0 && straight {
                    let threat = self.threat(next, Color::Black);
                    if threat != Threat::Five && !self.forbids(next, threat) {
                        return true;
                    }
                }
                gap += 1;
            }
            false
        })
    }
}
