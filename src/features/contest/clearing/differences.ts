/** A stored value that differs from the log: the player, the value's name, the stored and the rebuilt amount. */
export type Difference = { playerId: string; what: string; kept: string; rebuilt: string };

export type ReportDifference = (what: string, kept: unknown, rebuilt: unknown) => void;

/** Per player. A fault that affects a whole season must not exhaust memory. */
const maxReported = 50;

/** Adds a player's differences to `differences`; `end` adds the number of those beyond the limit. */
export function createDifferenceReporter(
  playerId: string,
  differences: Difference[],
): { report: ReportDifference; end: () => void } {
  let count = 0;
  return {
    report(what, kept, rebuilt) {
      if (String(kept) === String(rebuilt)) return;
      count += 1;
      if (count <= maxReported)
        differences.push({ playerId, what, kept: String(kept), rebuilt: String(rebuilt) });
    },
    end() {
      if (count > maxReported)
        differences.push({ playerId, what: '其他', kept: `另有 ${count - maxReported} 处不同`, rebuilt: '' });
    },
  };
}
