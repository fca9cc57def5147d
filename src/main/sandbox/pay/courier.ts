/** What the payer's page and tests may tell the gateway to do wrong; what is not named stays as it was. */
export type PayControl = {
  /** So long before a notice goes out. */
  delayMs: number;
  /** Each notice goes out so many times more. */
  repeat: number;
  /** Notices wait until there are so many, and go out last first. */
  reorder: number;
  /** So many notices from now on never go out. */
  lose: number;
  /** So many orders from now on are answered with a fault of the system. */
  failStarts: number;
  /** Refunds stay under way until this is false again. */
  holdRefunds: boolean;
};

export const calm: PayControl = {
  delayMs: 0,
  repeat: 0,
  reorder: 0,
  lose: 0,
  failStarts: 0,
  holdRefunds: false,
};

export type Letter = {
  /** Sends it once; true when the merchant has taken it. */
  send(): Promise<boolean>;
  taken(): void;
};

/** The pauses between tries; WeChat Pay's own go on for a day: 15 s, 15 s, 30 s, 3 m, 10 m, … */
const pausesMs = [500, 1000, 2000, 5000, 15_000, 30_000, 60_000, 300_000, 1_200_000];

export type Courier = {
  post(letter: Letter): void;
  /** When nothing is on its way any more; what waits for a later try does not count. */
  settled(): Promise<void>;
  stop(): void;
};

/** Brings notices, as the control says, and tries again where nobody takes them. */
export function openCourier(control: PayControl): Courier {
  const timers = new Set<NodeJS.Timeout>();
  const underWay = new Set<Promise<unknown>>();
  let held: Letter[] = [];
  const later = (ms: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  };
  const track = (work: Promise<unknown>) => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };
  const bring = async (letter: Letter, tries = 0): Promise<void> => {
    if (await letter.send().catch(() => false)) return letter.taken();
    const pause = pausesMs[tries];
    if (pause !== undefined) later(pause, () => track(bring(letter, tries + 1)));
  };
  const goOut = (letter: Letter) => {
    const all = Array.from({ length: 1 + control.repeat }, () => letter);
    const go = () => {
      for (const one of all) track(bring(one));
    };
    if (control.delayMs > 0) later(control.delayMs, go);
    else go();
  };
  return {
    post(letter) {
      if (control.lose > 0) {
        control.lose -= 1;
        return;
      }
      held.push(letter);
      if (held.length < control.reorder) return;
      const all = control.reorder > 1 ? held.toReversed() : held;
      held = [];
      for (const one of all) goOut(one);
    },
    async settled() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
