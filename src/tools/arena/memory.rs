//! How much memory a process has used.

/// The highest resident set of a process and those it has started, in bytes, where the system tells.
#[cfg(target_os = "linux")]
pub fn peak(id: u32) -> Option<u64> {
    let own = peak_of_one(id)?;
    let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
    let children = children.split_whitespace().filter_map(|child| peak(child.parse().ok()?));
    Some(own + children.sum::<u64>())
}

/// The line `VmHWM` of `/proc/ID/status` (proc(5)), which counts in KiB.
#[cfg(target_os = "linux")]
fn peak_of_one(id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib * 1024)
}

/// Nothing is known elsewhere, so that no limit applies.
#[cfg(not(target_os = "linux"))]
pub fn peak(_: u32) -> Option<u64> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #[test]
    fn our_own_peak_is_known() {
        let peak = super::peak(std::process::id()).unwrap();
        assert!((1 << 20..1 << 40).contains(&peak), "{peak}");
        assert_eq!(super::peak(u32::MAX), None);
    }
}
