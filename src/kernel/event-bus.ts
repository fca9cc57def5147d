import type { EventBus, EventListener, EventName } from './context.ts';

/** A bus without listeners; composition roots add them once, at start. Listeners run in order of adding. */
export function createEventBus(): EventBus {
  const listeners = new Map<EventName, EventListener<EventName>[]>();
  return {
    on(name, listener) {
      const list = listeners.get(name) ?? [];
      list.push(listener as EventListener<EventName>);
      listeners.set(name, list);
    },
    async emit(ctx, trx, name, event) {
      for (const listener of listeners.get(name) ?? []) await listener(ctx, trx, event as never);
    },
  };
}
