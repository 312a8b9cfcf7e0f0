//! What engines tell about their search while they think.

/// What is known of the search for one move, from its latest messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchInfo {
    /// Plies of the last iteration.
    pub depth: Option<u64>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes a second.
    pub speed: Option<u64>,
}

impl SearchInfo {
    /// Takes in the text of a message. Engines differ in the words, but all write a key, then its number: `depth 12-27
    /// ev 207 n 60K n/ms 800` (Rapfi), `Speed 820K | Depth 15-27 | Node 939K` (Rapfi), `dep 8-11 nd 20k sp 749`
    /// (PentaZen), `depth 1-45 n 288959 n/s 12487` (AlphaGomoku), `Depth: 1-9 | Node: 5000` (Yixin), `depth 7-10 n 24699
    /// nps 346390` (ours).
    pub fn read(&mut self, text: &str) {
        let words =
            text.split(|c: char| c.is_whitespace() || "|:=,".contains(c)).filter(|word| !word.is_empty());
        let words: Vec<&str> = words.collect();
        for pair in words.windows(2) {
            let number = number(pair[1]);
            match pair[0].to_ascii_lowercase().as_str() {
                "depth" | "dep" => self.depth = number.or(self.depth),
                "node" | "nodes" | "nd" | "n" => self.nodes = number.or(self.nodes),
                "speed" | "nps" | "n/s" => self.speed = number.or(self.speed),
                "sp" | "n/ms" => self.speed = number.map(|per_ms| per_ms.saturating_mul(1000)).or(self.speed),
                _ => {}
            }
        }
    }
}

/// The number that a word begins with, multiplied if `K`, `M` or `G` follows. Depths go on with the selective depth.
fn number(word: &str) -> Option<u64> {
    let end = word.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(word.len());
    let number: f64 = word[..end].parse().ok()?;
    let factor = match word[end..].bytes().next() {
        Some(b'k' | b'K') => 1e3,
        Some(b'm' | b'M') => 1e6,
        Some(b'g' | b'G') => 1e9,
        _ => 1.0,
    };
    Some((number * factor) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(text: &str) -> (Option<u64>, Option<u64>, Option<u64>) {
        let mut info = SearchInfo::default();
        text.lines().for_each(|line| info.read(line));
        (info.depth, info.nodes, info.speed)
    }

    #[test]
    fn every_engines_form_is_read() {
        let all = |depth, nodes, speed| (Some(depth), Some(nodes), Some(speed));
        assert_eq!(info("depth 7-10 ev -67 n 24699 nps 346390 tm 71 pv e7 h7"), all(7, 24_699, 346_390));
        assert_eq!(
            info("Speed 820K | Depth 15-27 | Eval 211 | Node 939K | Time 1145ms"),
            all(15, 939_000, 820_000)
        );
        assert_eq!(info("Depth 12-27 | Eval 207 | Time 94ms | H9 H7 G7"), (Some(12), None, None));
        assert_eq!(info("depth 12-27 multipv 1 ev 207 n 60K n/ms 800 tm 94 pv"), all(12, 60_000, 800_000));
        assert_eq!(info("dep 8-11 ev -131 nd 20k tm 27 sp 749 pv i10 g9"), all(8, 20_000, 749_000));
        assert_eq!(info("dep -& ev 355 nd 1.5M tm 202 sp 927"), (None, Some(1_500_000), Some(927_000)));
        assert_eq!(info("depth 1-45 ev 60.1 n 288959 n/s 12487 tm 23140 pv Xf4"), all(1, 288_959, 12_487));
        assert_eq!(
            info("Depth: 1-9 | Time: 950MS | Node: 5000\nSpeed: 5263 | Evaluation: 3"),
            all(1, 5000, 5263)
        );
        assert_eq!(info("hello\n\ndepth"), (None, None, None));
    }
}
