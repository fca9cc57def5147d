import { vi } from 'vitest';

/**
 * Repeats a check until it passes, and returns its result. The limit only separates "late" from "never": a run beside
 * other tests on a small machine may be ten times slower than the test alone.
 */
export const waitFor = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 30_000 });
