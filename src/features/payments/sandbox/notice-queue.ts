/** Faults that the payer's page and tests can make the gateway simulate. Fields that are not set stay unchanged. */
export type PayControl = {
  /** Delay before each notice. */
  delayMs: number;
  /** How many more times each notice is sent. */
  repeat: number;
  /** Holds notices until there are this many, then sends them in reverse order. */
  reorder: number;
  /** How many of the next notices are dropped. */
  lose: number;
  /** How many of the next orders fail with a system error. */
  failStarts: number;
  /** Refunds stay in processing while this is true. */
  holdRefunds: boolean;
};

export const noFaults: PayControl = {
  delayMs: 0,
  repeat: 0,
  reorder: 0,
  lose: 0,
  failStarts: 0,
  holdRefunds: false,
};

export type NoticeDelivery = {
  /** Sends the notice once; resolves to true if the merchant accepted it. */
  send(): Promise<boolean>;
  onAccepted(): void;
};

/** The pauses between attempts. WeChat Pay's own continue for a day: 15 s, 15 s, 30 s, 3 min, 10 min, … */
const retryDelaysMs = [500, 1000, 2000, 5000, 15_000, 30_000, 60_000, 300_000, 1_200_000];

export type NoticeQueue = {
  enqueue(delivery: NoticeDelivery): void;
  /** Resolves when no notice is being sent; notices that wait for a later attempt do not count. */
  whenIdle(): Promise<void>;
  stop(): void;
};

/** Sends notices with the faults that the control sets, and retries those that are not accepted. */
export function openNoticeQueue(control: PayControl): NoticeQueue {
  const timers = new Set<NodeJS.Timeout>();
  const inFlight = new Set<Promise<unknown>>();
  let held: NoticeDelivery[] = [];
  const schedule = (ms: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  };
  const track = (work: Promise<unknown>) => {
    inFlight.add(work);
    void work.finally(() => inFlight.delete(work));
  };
  const deliver = async (delivery: NoticeDelivery, tries = 0): Promise<void> => {
    if (await delivery.send().catch(() => false)) return delivery.onAccepted();
    const delayMs = retryDelaysMs[tries];
    if (delayMs !== undefined) schedule(delayMs, () => track(deliver(delivery, tries + 1)));
  };
  const dispatch = (delivery: NoticeDelivery) => {
    const all = Array.from({ length: 1 + control.repeat }, () => delivery);
    const start = () => {
      for (const one of all) track(deliver(one));
    };
    if (control.delayMs > 0) schedule(control.delayMs, start);
    else start();
  };
  return {
    enqueue(delivery) {
      if (control.lose > 0) {
        control.lose -= 1;
        return;
      }
      held.push(delivery);
      if (held.length < control.reorder) return;
      const all = control.reorder > 1 ? held.toReversed() : held;
      held = [];
      for (const one of all) dispatch(one);
    },
    async whenIdle() {
      while (inFlight.size > 0) await Promise.allSettled(inFlight);
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
