import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { send } from '../send.ts';

/** What the readers of a scenario saw. */
export type ReaderFigures = {
  answered: number;
  /** Requests without an answer, and answers of 500 and above. */
  failed: number;
  /** The failed requests by status (0: no answer) and path. */
  failures: Map<string, number>;
  /** The longest time in ms in which no request was answered. */
  gapMs: number;
  /** Answers that contained a locked sentence. */
  leaked: number;
};

export type Readers = {
  /** Starts to count again. */
  reset(): void;
  figures(): ReaderFigures;
  stop(): Promise<void>;
};

type ReaderOptions = {
  origin: string;
  count: number;
  /** The pause of a reader between two pages, in ms. */
  pauseMs: number;
  paths(): string;
  /** Headers of the calls among the paths. */
  callHeaders: Record<string, string>;
  lockedSentence: string;
};

/** Starts readers: each has a connection and reads one page after another. */
export function startReaders(options: ReaderOptions): Readers {
  const agent = new Agent({ keepAlive: true, maxSockets: options.count });
  let figures = newFigures();
  let lastAnswerAt = performance.now();
  let isStopped = false;
  const noteGap = () => {
    figures.gapMs = Math.max(figures.gapMs, performance.now() - lastAnswerAt);
  };
  const readOnce = async () => {
    const path = options.paths();
    const { status, text } = await get(agent, options, path);
    if (status === 0 || status >= 500) {
      const failure = `${status} ${path.split('?')[0]}`;
      figures.failed += 1;
      figures.failures.set(failure, (figures.failures.get(failure) ?? 0) + 1);
      return;
    }
    noteGap();
    lastAnswerAt = performance.now();
    figures.answered += 1;
    if (text.includes(options.lockedSentence)) figures.leaked += 1;
  };
  const read = async () => {
    await pause(Math.random() * options.pauseMs);
    while (!isStopped) {
      await readOnce();
      await pause(options.pauseMs * (0.5 + Math.random()));
    }
  };
  const readers = Promise.all(Array.from({ length: options.count }, read));
  return {
    reset() {
      figures = newFigures();
      lastAnswerAt = performance.now();
    },
    figures() {
      noteGap();
      return { ...figures };
    },
    async stop() {
      isStopped = true;
      await readers;
      agent.destroy();
    },
  };
}

const newFigures = (): ReaderFigures => ({
  answered: 0,
  failed: 0,
  failures: new Map(),
  gapMs: 0,
  leaked: 0,
});

/** Status 0: no answer within 15 s, as long as a reader waits. */
const get = (agent: Agent, { origin, callHeaders }: ReaderOptions, path: string) =>
  send(agent, 'GET', origin + path, path.startsWith('/api/') ? callHeaders : {}, undefined, 15_000).catch(
    () => ({ status: 0, text: '' }),
  );
