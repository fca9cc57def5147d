/** Something kept that the log does not say: whose, what, what is kept and what the log makes of it. */
export type Difference = { playerId: string; what: string; kept: string; rebuilt: string };

export type Tell = (what: string, kept: unknown, rebuilt: unknown) => void;

/** So many of a player are told one by one: what is wrong with a whole season must fit in memory too. */
const mostTold = 50;

/** Notes what differs for a player in `found`; `end` says how many more there are than were told. */
export function tellOf(playerId: string, found: Difference[]): { tell: Tell; end: () => void } {
  let count = 0;
  return {
    tell(what, kept, rebuilt) {
      if (String(kept) === String(rebuilt)) return;
      count += 1;
      if (count <= mostTold) found.push({ playerId, what, kept: String(kept), rebuilt: String(rebuilt) });
    },
    end() {
      if (count > mostTold)
        found.push({ playerId, what: '其他', kept: `另有 ${count - mostTold} 处不同`, rebuilt: '' });
    },
  };
}
