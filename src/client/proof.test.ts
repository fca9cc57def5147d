import { createChallenge, solveChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterEach, expect, test, vi } from 'vitest';
import { CallError } from './call-error.ts';
import { type Challenge, createProver, NO_PROOF_MESSAGE } from './proof.ts';

const hmacSignatureSecret = 'of this test';
const newChallenge = (): Promise<Challenge> =>
  createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 1, deriveKey, hmacSignatureSecret });

/** Node has no workers of the browser's kind; this one solves as ours does. */
class StandInWorker {
  onmessage: (event: { data: unknown }) => void = () => undefined;
  async postMessage(challenge: Challenge) {
    this.onmessage({ data: await solveChallenge({ challenge, deriveKey }) });
  }
  terminate() {}
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a proof is what the server takes: base64 of the challenge and its solution', async () => {
  vi.stubGlobal('Worker', StandInWorker);
  const proof = await createProver(newChallenge).take();
  const { challenge, solution } = JSON.parse(atob(proof));
  const { verified } = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret });
  expect(verified).toBe(true);
});

test('one is prepared however often that is asked for, is taken once, and not when it is old', async () => {
  vi.stubGlobal('Worker', StandInWorker);
  const askChallenge = vi.fn(newChallenge);
  const prover = createProver(askChallenge);
  prover.prepare();
  prover.prepare();
  expect(askChallenge).toHaveBeenCalledTimes(1);
  const first = await prover.take();
  expect(askChallenge).toHaveBeenCalledTimes(1);
  expect(await prover.take()).not.toBe(first);
  expect(askChallenge).toHaveBeenCalledTimes(2);

  prover.prepare();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 });
  await prover.take();
  expect(askChallenge).toHaveBeenCalledTimes(4);
});

test('what failed while it was prepared is nobody’s; whoever takes one asks anew', async () => {
  vi.stubGlobal('Worker', StandInWorker);
  const askChallenge = vi.fn(newChallenge);
  askChallenge.mockRejectedValueOnce(new CallError('offline', '网络连接错误！'));
  const prover = createProver(askChallenge);
  prover.prepare();
  await Promise.resolve();
  await vi.waitFor(async () => expect(await prover.take()).toMatch(/^[\w+/=]+$/));
});

test('a browser that keeps its cryptography from the page says what to do', async () => {
  await expect(createProver(newChallenge).take()).rejects.toThrow(NO_PROOF_MESSAGE);
});
