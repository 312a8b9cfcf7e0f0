use super::Lines;
use crate::base::PerColor;
use crate::board::{Cell, Point};
use crate::pattern::{Threat, WindowKey};

/// One direction through an empty point whose window has changed.
#[derive(Clone, Copy, Debug)]
pub struct WindowChange {
    /// The point, empty before and after.
    pub point: Point,
    /// The number of the direction.
    pub direction: usize,
    /// The window before. What is out of the rule's reach in it changes unannounced.
    pub old_key: WindowKey,
    /// The window now.
    pub new_key: WindowKey,
    /// The line classes of the point before.
    pub old_lines: Lines,
    /// The line classes of the point now; they differ from the old ones in this direction only, if at all.
    pub new_lines: Lines,
    /// The threat classes of the point before.
    pub old_threats: PerColor<Threat>,
    /// The threat classes of the point now.
    pub new_threats: PerColor<Threat>,
}

/// Something that follows a position move by move, such as an evaluation.
///
/// A stone is announced by [`Observer::put`], followed by its window changes. Taking it back is announced by one
/// [`Observer::undo`]: an observer keeps what it needs to return to.
pub trait Observer {
    /// `cell` comes to lie on `point`, which had these line and threat classes.
    fn put(&mut self, point: Point, cell: Cell, lines: Lines, threats: PerColor<Threat>);
    /// A window changes because of the stone just put.
    fn window_changed(&mut self, change: &WindowChange);
    /// The last stone is taken back.
    fn undo(&mut self);
}

/// Follows nothing and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    #[inline(always)]
    fn put(&mut self, _: Point, _: Cell, _: Lines, _: PerColor<Threat>) {}
    #[inline(always)]
    fn window_changed(&mut self, _: &WindowChange) {}
    #[inline(always)]
    fn undo(&mut self) {}
}
