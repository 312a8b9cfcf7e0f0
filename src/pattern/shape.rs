use std::fmt;
use std::str::FromStr;

use super::LineClass;

/// The line classes of a point in the four directions for one colour, whatever their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape(u16);

impl Shape {
    /// The shape of four line classes packed four bits a direction.
    pub fn of(lines: u16) -> Shape {
        let mut classes = [0, 4, 8, 12].map(|shift| lines >> shift & 15);
        classes.sort_unstable();
        Shape(classes.into_iter().rev().fold(0, |code, class| code << 4 | class))
    }

    /// Every shape, weaker classes first.
    pub fn all() -> impl Iterator<Item = Shape> {
        (0..=u16::MAX).filter_map(Shape::with_code)
    }

    /// The shape with this code, if there is one.
    fn with_code(code: u16) -> Option<Shape> {
        let shape = Shape(code);
        (shape.classes().len() == 4 && Shape::of(code) == shape).then_some(shape)
    }

    /// A number of its own, in no dense order.
    #[inline]
    pub const fn code(self) -> usize {
        self.0 as usize
    }

    /// The four classes, the weakest first; fewer if the code stands for none.
    pub fn classes(self) -> arrayvec::ArrayVec<LineClass, 4> {
        let numbers = [0, 4, 8, 12].map(|shift| usize::from(self.0 >> shift & 15));
        numbers.into_iter().filter_map(|number| LineClass::ALL.get(number).copied()).collect()
    }
}

/// Four hexadecimal digits, the strongest class first.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04x}", self.0)
    }
}

impl FromStr for Shape {
    type Err = String;

    fn from_str(text: &str) -> Result<Shape, String> {
        let code = u16::from_str_radix(text, 16).ok();
        code.and_then(Shape::with_code).ok_or_else(|| format!("'{text}' is no shape"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_has_no_order() {
        assert_eq!(Shape::of(0x1203), Shape::of(0x3210));
        assert_eq!(Shape::of(0x1203).to_string(), "3210");
        assert_eq!("3210".parse(), Ok(Shape::of(0x0123)));
        assert!("0123".parse::<Shape>().is_err());
        assert!("f000".parse::<Shape>().is_err());
        // Four classes of fourteen with repetition.
        assert_eq!(Shape::all().count(), 14 * 15 * 16 * 17 / 24);
    }
}
