//! Zeroed memory that the threads of a search share.

use std::fmt;
use std::io;

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use zerocopy::FromBytes;

use super::table::Bucket;

type Buckets<'a> = &'a [Bucket];

self_cell! {
    /// Buckets in pages that the system zeroes as they are used, so that a large table costs nothing at start.
    pub struct Memory {
        owner: MutBorrow<MmapMut>,
        #[covariant]
        dependent: Buckets,
    }
}

impl Memory {
    /// Memory for `count` buckets, one at least, each in a cache line of its own.
    ///
    /// # Errors
    /// What the system says if the memory is not to be had.
    pub fn zeroed(count: usize) -> io::Result<Memory> {
        let bytes = count.checked_mul(size_of::<Bucket>()).ok_or(io::ErrorKind::OutOfMemory)?;
        let map = MmapMut::map_anon(bytes)?;
        // Looking up addresses far apart is faster in huge pages. Without them nothing is lost but that.
        #[cfg(target_os = "linux")]
        if let Err(error) = map.advise(memmap2::Advice::HugePage) {
            log::debug!("no huge pages: {error}");
        }
        Memory::try_new(MutBorrow::new(map), |map| {
            let buckets = <[Bucket]>::mut_from_bytes(map.borrow_mut());
            buckets.map(|buckets| &*buckets).map_err(|_| io::ErrorKind::InvalidInput.into())
        })
    }

    /// The buckets.
    #[inline]
    pub fn buckets(&self) -> &[Bucket] {
        self.borrow_dependent()
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} buckets", self.buckets().len())
    }
}
