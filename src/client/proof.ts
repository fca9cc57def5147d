import type { Challenge, Solution } from 'altcha-lib/types';
import { CallError } from './call-error.ts';

export type { Challenge } from 'altcha-lib/types';

/** Solves proofs of work in advance, so that people do not have to wait for them. */
export type Prover = {
  /** Starts to solve a proof, unless one is in progress or ready. Never rejects. */
  prepare: () => void;
  /**
   * Returns a solved proof for one call; the prepared one if it is still fresh.
   * @throws CallError if no challenge is available or this browser cannot solve it
   */
  take: () => Promise<string>;
};

/** Shown if the browser hides its cryptography from pages without TLS. */
export const NO_PROOF_MESSAGE = '当前浏览器环境无法完成安全验证，请用 https 地址打开本站，或换一个浏览器';

// The server accepts a proof for five minutes; after four it might expire before it arrives.
const FRESH_MS = 240_000;

/** Creates a prover that fetches its challenges with `fetchChallenge` (`GET /reception/proof`). */
export function createProver(fetchChallenge: () => Promise<Challenge>): Prover {
  let ready: { payload: Promise<string>; since: number } | undefined;

  function begin() {
    const payload = fetchChallenge().then(solve);
    const current = { payload, since: Date.now() };
    // `take` reports the failure; the failure of an unused preparation is ignored.
    payload.catch(() => {
      if (ready === current) ready = undefined;
    });
    ready = current;
    return current;
  }

  const isFresh = () => ready !== undefined && Date.now() - ready.since < FRESH_MS;

  return {
    prepare: () => {
      if (!isFresh()) begin();
    },
    take: () => {
      const proof = ready && isFresh() ? ready : begin();
      ready = undefined;
      return proof.payload;
    },
  };
}

/** Solves a challenge in a worker and returns what the server expects: base64 of challenge and solution. */
async function solve(challenge: Challenge): Promise<string> {
  const canSolve = globalThis.crypto?.subtle !== undefined && typeof Worker === 'function';
  const solution = canSolve ? await solveInWorker(challenge) : null;
  if (!solution) throw new CallError('unsupported', NO_PROOF_MESSAGE);
  return btoa(JSON.stringify({ challenge, solution }));
}

function solveInWorker(challenge: Challenge): Promise<Solution | null> {
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Solution | null>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Solution | null>) => resolve(data);
    worker.onerror = () => resolve(null);
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}
