import type { DomainError } from './errors.ts';

type Task = { owner: string | undefined; start: () => Promise<void> };

export type WorkQueueOptions = {
  maxRunning: number;
  /** How many of the running tasks may be those of members, so that staff need not wait for them. */
  maxMembersRunning: number;
  /** How many tasks of members may wait in all, and how many others. */
  maxWaiting: number;
  /** How many tasks of one member may wait. */
  maxWaitingEach: number;
  /** Creates the error for a task beyond these limits. */
  refuse: () => DomainError;
};

/**
 * Runs costly tasks a few at a time. Tasks without an owner, those of staff and of the portal itself, go first; members take
 * turns, one task each at a time, however many each of them has sent.
 */
export class WorkQueue {
  readonly #options: WorkQueueOptions;
  readonly #own: Task[] = [];
  /** Waiting tasks by member; whose turn is next comes first. */
  readonly #byMember = new Map<string, Task[]>();
  readonly #runningMembers = new Set<string>();
  #running = 0;
  #waitingOfMembers = 0;

  constructor(options: WorkQueueOptions) {
    this.#options = options;
  }

  /** Runs `work` when it is its turn. @throws the error of `refuse` if too many wait; what `work` throws */
  run<T>(owner: string | undefined, work: () => Promise<T>): Promise<T> {
    const { maxWaiting, maxWaitingEach, refuse } = this.#options;
    const waitingOfOwner = owner === undefined ? 0 : (this.#byMember.get(owner)?.length ?? 0);
    const waiting = owner === undefined ? this.#own.length : this.#waitingOfMembers;
    if (waiting >= maxWaiting || waitingOfOwner >= maxWaitingEach) return Promise.reject(refuse());
    return new Promise((resolve, reject) => {
      const task: Task = { owner, start: () => Promise.resolve().then(work).then(resolve, reject) };
      if (owner === undefined) this.#own.push(task);
      else {
        this.#byMember.set(owner, [...(this.#byMember.get(owner) ?? []), task]);
        this.#waitingOfMembers += 1;
      }
      this.#startNext();
    });
  }

  #startNext(): void {
    while (this.#running < this.#options.maxRunning) {
      const task = this.#own.shift() ?? this.#takeOfMember();
      if (!task) return;
      this.#running += 1;
      if (task.owner !== undefined) {
        this.#waitingOfMembers -= 1;
        this.#runningMembers.add(task.owner);
      }
      void task.start().then(() => {
        this.#running -= 1;
        if (task.owner !== undefined) this.#runningMembers.delete(task.owner);
        this.#startNext();
      });
    }
  }

  #takeOfMember(): Task | undefined {
    if (this.#runningMembers.size >= this.#options.maxMembersRunning) return undefined;
    for (const [member, tasks] of this.#byMember) {
      if (this.#runningMembers.has(member)) continue;
      const [first, ...others] = tasks;
      this.#byMember.delete(member);
      if (others.length > 0) this.#byMember.set(member, others);
      return first;
    }
    return undefined;
  }
}
