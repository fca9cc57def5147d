/** The first jobs and requests have loaded their code by then. */
const afterMs = 10_000;

/**
 * Returns to the system, once after a start, what loading the code left behind: 25 MB, which V8 would keep until it needs
 * the space. Stops the process for 0.2 s. Does nothing without the flag `--expose-gc`, which `scripts/run.mjs` gives.
 */
export function trimHeap(): void {
  // A regular collection keeps the empty pages for later.
  setTimeout(
    () => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
    afterMs,
  ).unref();
}
