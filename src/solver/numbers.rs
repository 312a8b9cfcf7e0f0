//! Proof and disproof numbers and the table that remembers them.

/// The fewest leaves to prove, or to disprove, before a node is decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    pub proof: u32,
    pub disproof: u32,
}

/// More leaves than any tree has.
pub const INFINITE: u32 = 1 << 28;

impl Numbers {
    pub const PROVED: Numbers = Numbers { proof: 0, disproof: INFINITE };
    pub const DISPROVED: Numbers = Numbers { proof: INFINITE, disproof: 0 };
    /// A leaf of which nothing is known.
    pub const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };
    pub const INFINITE: Numbers = Numbers { proof: INFINITE, disproof: INFINITE };

    pub fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    fn to_bits(self) -> u64 {
        u64::from(self.proof) << 32 | u64::from(self.disproof)
    }

    fn from_bits(bits: u64) -> Numbers {
        Numbers { proof: (bits >> 32) as u32, disproof: bits as u32 }
    }
}

/// Two nodes, each as its key and the bits of its numbers: the first keeps what is decided, the second what came last.
type Bucket = [u64; 4];

/// What a solver remembers of the nodes it has visited.
#[derive(Debug)]
pub struct NumberTable {
    /// Memory of zeros, which the system provides when it is first touched.
    buckets: Vec<Bucket>,
}

impl NumberTable {
    pub fn new(bytes: usize) -> NumberTable {
        NumberTable { buckets: vec![[0; 4]; (bytes / size_of::<Bucket>()).max(1)] }
    }

    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    pub fn get(&self, key: u64) -> Option<Numbers> {
        match self.buckets[self.index(key)] {
            [first, bits, ..] if first == key => Some(Numbers::from_bits(bits)),
            [.., second, bits] if second == key => Some(Numbers::from_bits(bits)),
            _ => None,
        }
    }

    pub fn put(&mut self, key: u64, numbers: Numbers) {
        let index = self.index(key);
        let [first, first_bits, second, second_bits] = self.buckets[index];
        let bits = numbers.to_bits();
        let keeps_first = first != 0 && Numbers::from_bits(first_bits).is_decided() && !numbers.is_decided();
        self.buckets[index] = if first == key {
            [key, bits, second, second_bits]
        } else if second == key || keeps_first {
            [first, first_bits, key, bits]
        } else {
            [key, bits, first, first_bits]
        };
    }
}
