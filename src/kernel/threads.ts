import type { Piscina } from 'piscina';

// A thread keeps its heap, so it ends after this idle time.
const idleMs = 30_000;

/** A task took more time or memory than its thread may. */
export class ThreadLimitError extends Error {}

type ThreadOptions = {
  /** The module whose exported functions run in the threads. */
  tasks: URL;
  maxThreads: number;
  /** Of the heap of each thread. */
  maxHeapMb: number;
  maxTaskMs: number;
};

/**
 * Runs functions of a module in worker threads, which start at first use: most processes never need them. Keeps no limit
 * of waiting tasks; put a `WorkQueue` in front of it. Each kind of work has separate threads, because a thread loads the
 * modules and has the limits of its work.
 */
export class Threads {
  readonly #options: ThreadOptions;
  #pool: Promise<Piscina> | undefined;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /** Runs the task with this name. @throws ThreadLimitError; what the task throws */
  async run<O>(name: string, input: unknown): Promise<O> {
    this.#pool ??= this.#open();
    const pool = await this.#pool;
    // From now on: waiting is no fault of the task.
    const signal = AbortSignal.timeout(this.#options.maxTaskMs);
    try {
      return await pool.run(input, { name, signal });
    } catch (error) {
      const isOutOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      throw signal.aborted || isOutOfMemory
        ? new ThreadLimitError(`${name} took too much time or memory`, { cause: error })
        : error;
    }
  }

  async #open(): Promise<Piscina> {
    const { Piscina } = await import('piscina');
    const { tasks, maxThreads, maxHeapMb } = this.#options;
    return new Piscina({
      filename: tasks.href,
      minThreads: 0,
      maxThreads,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
  }
}
