import type { Challenge, Solution } from 'altcha-lib/types';
import { CallError } from './call-error.ts';

export type { Challenge } from 'altcha-lib/types';

/** Solves proofs of work ahead of need: the person should not notice them. */
export type Prover = {
  /** Begins to solve one, unless one is under way or at hand. Never rejects. */
  prepare: () => void;
  /**
   * A solved proof, good for one call; a prepared one if it is still fresh.
   * @throws CallError when no challenge is to be had or this browser cannot solve it
   */
  take: () => Promise<string>;
};

/** Shown where the browser keeps its cryptography from pages without TLS. */
export const NO_PROOF_MESSAGE = '当前浏览器环境无法完成安全验证，请用 https 地址打开本站，或换一个浏览器';

// The server takes a proof for five minutes; one that sat on the page for four is not worth the risk.
const FRESH_MS = 240_000;

/** A prover that asks for its challenges with `askChallenge` (`GET /reception/proof`). */
export function createProver(askChallenge: () => Promise<Challenge>): Prover {
  let ready: { payload: Promise<string>; since: number } | undefined;

  function begin() {
    const payload = askChallenge().then(solve);
    const mine = { payload, since: Date.now() };
    // A failure is told to whoever takes the proof; prepared in vain it is nobody's.
    payload.catch(() => {
      if (ready === mine) ready = undefined;
    });
    ready = mine;
    return mine;
  }

  const isFresh = () => ready !== undefined && Date.now() - ready.since < FRESH_MS;

  return {
    prepare: () => {
      if (!isFresh()) begin();
    },
    take: () => {
      const taken = ready && isFresh() ? ready : begin();
      ready = undefined;
      return taken.payload;
    },
  };
}

/** Solves a challenge off the page's thread and writes what the server takes: base64 of challenge and solution. */
async function solve(challenge: Challenge): Promise<string> {
  const canSolve = globalThis.crypto?.subtle !== undefined && typeof Worker === 'function';
  const solution = canSolve ? await askWorker(challenge) : null;
  if (!solution) throw new CallError('unsupported', NO_PROOF_MESSAGE);
  return btoa(JSON.stringify({ challenge, solution }));
}

function askWorker(challenge: Challenge): Promise<Solution | null> {
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Solution | null>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Solution | null>) => resolve(data);
    worker.onerror = () => resolve(null);
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}
