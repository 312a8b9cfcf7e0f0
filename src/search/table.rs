use std::sync::atomic::{AtomicU64, Ordering};

use crate::base::Score;
use crate::board::Point;

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// Nothing is known.
    None = 0,
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// The true score.
    Exact = 3,
}

/// What the table remembers of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move, if one was found.
    pub best: Option<Point>,
    /// The score, mates counted from the position itself.
    pub score: Score,
    /// The static evaluation.
    pub eval: Score,
    /// The depth of the search behind the score.
    pub depth: i32,
    /// What the score bounds.
    pub bound: Bound,
}

const NO_MOVE: u64 = 0xFFFF;
const DEPTH_OFFSET: i32 = 8;
const GENERATIONS: u8 = 32;

impl Entry {
    /// Sixteen bits each of move, score and evaluation, eight of depth and two of bound from the lowest on,
    /// and five of generation at the top.
    fn pack(&self, generation: u8) -> u64 {
        let best = self.best.map_or(NO_MOVE, |point| point.index() as u64);
        let bits16 = |score: Score| u64::from(score.value() as u16);
        best | bits16(self.score) << 16
            | bits16(self.eval) << 32
            | ((self.depth + DEPTH_OFFSET).clamp(0, 255) as u64) << 48
            | (self.bound as u64) << 56
            | u64::from(generation) << 59
    }

    /// Whether the score decides a search between `alpha` and `beta`, `ply` moves from the root.
    #[inline]
    pub fn decides(&self, alpha: Score, beta: Score, ply: usize) -> bool {
        let score = self.score.deeper(ply);
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
            Bound::None => false,
        }
    }

    /// Whether the position is known to be won.
    #[inline]
    pub fn is_win(&self) -> bool {
        self.score.is_win() && matches!(self.bound, Bound::Lower | Bound::Exact)
    }

    /// Whether the score says that the position is better or worse than `eval`.
    #[inline]
    pub fn corrects(&self, eval: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > eval,
            Bound::Upper => self.score < eval,
            Bound::None => false,
        }
    }

    fn unpack(data: u64) -> Entry {
        let score = |shift: u32| Score::from_value((data >> shift) as u16 as i16);
        Entry {
            best: (data & 0xFFFF != NO_MOVE).then(|| Point::from_index((data & 0xFFFF) as usize)),
            score: score(16),
            eval: score(32),
            depth: depth_of(data),
            bound: match data >> 56 & 3 {
                0 => Bound::None,
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
        }
    }
}

fn depth_of(data: u64) -> i32 {
    (data >> 48 & 0xFF) as i32 - DEPTH_OFFSET
}

/// A position's hash, exclusive-or'ed with its data, and the data: a torn pair does not verify.
/// (R. Hyatt and T. Mann, "A Lock-less Transposition Table Implementation for Parallel Search", 2002.)
type Slot = [AtomicU64; 2];
/// The slots of one cache line, any of which may hold a position.
type Bucket = [Slot; WAYS];
const WAYS: usize = 4;

/// Buckets that share a bit in [`Table::written`]: as many as fill a page of memory.
const BLOCK: usize = 4096 / size_of::<Bucket>();

/// A transposition table that several threads use without locks.
#[derive(Debug, Default)]
pub struct Table {
    slots: Box<[Slot]>,
    /// Slots before the first that begins a cache line.
    lead: usize,
    /// How many buckets there are.
    count: usize,
    /// A bit for every block of buckets: whether anything was ever stored there. What was not is not read either. A page
    /// that is read before it is written costs two faults, and the second interrupts all threads on their processors.
    written: Box<[AtomicU64]>,
    generation: u8,
}

impl Table {
    /// Slots to spare, so that every bucket can begin with a cache line.
    const SPARE: usize = WAYS - 1;

    /// A table of at most `bytes` bytes, one bucket at least. `None` if the memory is not to be had.
    pub fn new(bytes: usize) -> Option<Table> {
        let count = ((bytes / size_of::<Slot>()).saturating_sub(Self::SPARE) / WAYS).max(1);
        // Zeroed by the operating system page by page as it is used, so that a large table costs nothing at start; it
        // would not be if it were aligned by its type.
        let slots: Box<[Slot]> =
            bytemuck::allocation::try_zeroed_slice_box(count * WAYS + Self::SPARE).ok()?;
        let lead = slots.as_ptr().addr().wrapping_neg() % size_of::<Bucket>() / size_of::<Slot>();
        let written = (0..=count / BLOCK / 64).map(|_| AtomicU64::new(0)).collect();
        Some(Table { slots, lead, count, written, generation: 0 })
    }

    /// The size in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.slots)
    }

    /// Ages what is stored, before the search of another position.
    pub fn advance(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// The number of the bucket of the position with this hash.
    #[inline]
    fn index(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.count as u128) >> 64) as usize
    }

    #[inline]
    fn bucket(&self, index: usize) -> Option<&Bucket> {
        self.slots.get(self.lead + index * WAYS..)?.first_chunk()
    }

    /// The word of `written` that has the bit of a bucket, and that bit.
    #[inline]
    fn written(&self, index: usize) -> Option<(&AtomicU64, u64)> {
        let block = index / BLOCK;
        Some((self.written.get(block / 64)?, 1 << (block % 64)))
    }

    /// Starts to bring what is known of the position with this hash nearer, for a [`Table::get`] soon.
    #[inline]
    pub fn prefetch(&self, hash: u64) {
        #[cfg(target_arch = "x86_64")]
        if let Some(bucket) = self.bucket(self.index(hash)) {
            safe_arch::prefetch_t0(bucket);
        }
    }

    /// What is known of the position with this hash.
    #[inline]
    pub fn get(&self, hash: u64) -> Option<Entry> {
        let index = self.index(hash);
        let (written, bit) = self.written(index)?;
        if written.load(Ordering::Relaxed) & bit == 0 {
            return None;
        }
        self.bucket(index)?.iter().find_map(|[key, data]| {
            let data = data.load(Ordering::Relaxed);
            (key.load(Ordering::Relaxed) ^ data == hash && data != 0).then(|| Entry::unpack(data))
        })
    }

    /// Remembers `entry` in place of what is worth least in its bucket.
    pub fn put(&self, hash: u64, entry: Entry) {
        let index = self.index(hash);
        let (Some(bucket), Some((written, bit))) = (self.bucket(index), self.written(index)) else {
            return;
        };
        if written.load(Ordering::Relaxed) & bit == 0 {
            // At worst this takes what another thread has just stored for the first time.
            bucket[0][0].store(0, Ordering::Relaxed);
            written.fetch_or(bit, Ordering::Relaxed);
        }
        let mut victim = &bucket[0];
        let mut least = i32::MAX;
        for slot in bucket {
            let data = slot[1].load(Ordering::Relaxed);
            if slot[0].load(Ordering::Relaxed) ^ data == hash {
                // Keep a deeper result of this search unless the new one is exact.
                let same_age = (data >> 59) as u8 == self.generation;
                if same_age && entry.bound != Bound::Exact && depth_of(data) > entry.depth + 3 {
                    return;
                }
                victim = slot;
                break;
            }
            let age = (self.generation + GENERATIONS - (data >> 59) as u8) % GENERATIONS;
            let worth = if data == 0 { i32::MIN } else { depth_of(data) - 4 * i32::from(age) };
            if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        let data = entry.pack(self.generation);
        victim[0].store(hash ^ data, Ordering::Relaxed);
        victim[1].store(data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_comes_back_as_it_was_stored() {
        let table = Table::new(1 << 16).unwrap();
        for (n, depth) in (0..40).zip(-8..) {
            let entry = Entry {
                best: (n % 3 != 0).then(|| Point::from_index(1023 - n)),
                score: Score::loss_in(n as u32),
                eval: Score::eval(-25 * n as i32),
                depth,
                bound: [Bound::Upper, Bound::Lower, Bound::Exact][n % 3],
            };
            let hash = (n as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            assert_eq!(table.get(hash), None);
            table.put(hash, entry);
            assert_eq!(table.get(hash), Some(entry));
        }
    }

    #[test]
    fn memory_that_is_not_to_be_had_is_refused() {
        assert!(Table::new(isize::MAX as usize).is_none());
    }
}
