import type { Context, Trx } from './context.ts';

/**
 * The events of all features. A feature adds its own in `events.ts` by declaration merging:
 * `declare module '#kernel/events.ts' { interface Events { 'posts.changed': { … } } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Events {}

type Name = keyof Events;
type Listener<N extends Name> = (ctx: Context, trx: Trx, event: Events[N]) => Promise<void>;

/**
 * News travels up as events, inside the transaction that made it: what a listener writes is committed with
 * the change or not at all, and a listener that throws undoes the change.
 */
export type EventBus = {
  on<N extends Name>(name: N, listener: Listener<N>): void;
  emit<N extends Name>(ctx: Context, trx: Trx, name: N, event: Events[N]): Promise<void>;
};

/** A bus without listeners; composition roots add them once, at start. Listeners run in order of adding. */
export function createEventBus(): EventBus {
  const listeners = new Map<Name, Listener<Name>[]>();
  return {
    on(name, listener) {
      const list = listeners.get(name) ?? [];
      list.push(listener as Listener<Name>);
      listeners.set(name, list);
    },
    async emit(ctx, trx, name, event) {
      for (const listener of listeners.get(name) ?? []) await listener(ctx, trx, event as never);
    },
  };
}
