/// A set of small numbers below [`BitSet::CAPACITY`]: the points of the largest board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitSet {
    words: [u64; BitSet::WORDS],
}

impl BitSet {
    /// One more than the largest number a set can hold.
    pub const CAPACITY: usize = 1024;
    const WORDS: usize = Self::CAPACITY / 64;

    /// The empty set.
    pub const EMPTY: BitSet = BitSet { words: [0; Self::WORDS] };

    /// Adds `index`.
    #[inline]
    pub fn insert(&mut self, index: usize) {
        self.words[index / 64 % Self::WORDS] |= 1 << (index % 64);
    }

    /// Adds `index` if it is absent and removes it if it is there.
    #[inline]
    pub fn toggle(&mut self, index: usize) {
        self.words[index / 64 % Self::WORDS] ^= 1 << (index % 64);
    }

    /// Whether `index` is in the set.
    #[inline]
    pub fn contains(&self, index: usize) -> bool {
        self.words[index / 64 % Self::WORDS] >> (index % 64) & 1 != 0
    }

    /// Whether the set has no member.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The smallest member.
    #[inline]
    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// Adds every member of `other`.
    #[inline]
    pub fn union_with(&mut self, other: &BitSet) {
        for (word, &more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// The members of either set.
    #[inline]
    pub fn union(mut self, other: &BitSet) -> BitSet {
        self.union_with(other);
        self
    }

    /// The members of both sets.
    #[inline]
    pub fn intersection(mut self, other: &BitSet) -> BitSet {
        for (word, &mask) in self.words.iter_mut().zip(&other.words) {
            *word &= mask;
        }
        self
    }

    /// The members of this set that `other` lacks.
    #[inline]
    pub fn without(mut self, other: &BitSet) -> BitSet {
        for (word, &less) in self.words.iter_mut().zip(&other.words) {
            *word &= !less;
        }
        self
    }

    /// The members in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = usize> + use<> {
        let words = self.words;
        let mut at = 0;
        let mut word = words[0];
        std::iter::from_fn(move || {
            while word == 0 {
                at += 1;
                if at == Self::WORDS {
                    at -= 1;
                    return None;
                }
                word = words[at];
            }
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            Some(at * 64 + bit)
        })
    }
}

impl FromIterator<usize> for BitSet {
    fn from_iter<I: IntoIterator<Item = usize>>(members: I) -> BitSet {
        let mut set = BitSet::EMPTY;
        for index in members {
            set.insert(index);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_come_back_in_order() {
        let members = [0, 63, 64, 500, 1023];
        let set: BitSet = members.into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), members);
        assert!(set.contains(500) && !set.contains(501));
        let mut rest = set.without(&[64, 500].into_iter().collect());
        assert_eq!(rest.iter().collect::<Vec<_>>(), [0, 63, 1023]);
        rest.toggle(0);
        assert_eq!(rest.first(), Some(63));
        assert!(BitSet::EMPTY.is_empty() && BitSet::EMPTY.first().is_none());
    }
}
