import { createChallenge, solveChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterEach, expect, test, vi } from 'vitest';
import { waitFor } from '#testing/wait-for.ts';
import { CallError } from './call-error.ts';
import { type Challenge, createProver, NO_PROOF_MESSAGE } from './proof.ts';

const hmacSignatureSecret = 'of this test';
const newChallenge = (): Promise<Challenge> =>
  createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 1, deriveKey, hmacSignatureSecret });

/** Node has no web workers; this stand-in solves challenges as ours does. */
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

test('returns the challenge and its solution as base64, as the server expects', async () => {
  vi.stubGlobal('Worker', StandInWorker);
  const proof = await createProver(newChallenge).take();
  const { challenge, solution } = JSON.parse(atob(proof));
  const { verified } = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret });
  expect(verified).toBe(true);
});

test('prepares one proof for repeated requests, hands it out once, and discards it when it is old', async () => {
  vi.stubGlobal('Worker', StandInWorker);
  const fetchChallenge = vi.fn(newChallenge);
  const prover = createProver(fetchChallenge);
  prover.prepare();
  prover.prepare();
  expect(fetchChallenge).toHaveBeenCalledTimes(1);
  const first = await prover.take();
  expect(fetchChallenge).toHaveBeenCalledTimes(1);
  expect(await prover.take()).not.toBe(first);
  expect(fetchChallenge).toHaveBeenCalledTimes(2);

  prover.prepare();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 });
  await prover.take();
  expect(fetchChallenge).toHaveBeenCalledTimes(4);
});

test('ignores a failed preparation; `take` requests a new challenge', async () => {
  vi.stubGlobal('Worker', StandInWorker);
  const fetchChallenge = vi.fn(newChallenge);
  fetchChallenge.mockRejectedValueOnce(new CallError('offline', '网络连接错误！'));
  const prover = createProver(fetchChallenge);
  prover.prepare();
  await Promise.resolve();
  await waitFor(async () => expect(await prover.take()).toMatch(/^[\w+/=]+$/));
});

test('throws a message with a remedy if the browser hides its cryptography from the page', async () => {
  await expect(createProver(newChallenge).take()).rejects.toThrow(NO_PROOF_MESSAGE);
});
