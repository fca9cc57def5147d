import type { EventBus, EventListener, EventName } from './context.ts';

/**
 * A bus whose listeners run in order of adding. `attach` adds those of the features; it runs once, at the first event,
 * because listeners import most of the features, and most commands emit nothing.
 */
export function createEventBus(attach: (bus: EventBus) => Promise<void>): EventBus {
  const listeners = new Map<EventName, EventListener<EventName>[]>();
  let attached: Promise<void> | undefined;
  const bus: EventBus = {
    on(name, listener) {
      const list = listeners.get(name) ?? [];
      list.push(listener as EventListener<EventName>);
      listeners.set(name, list);
    },
    async emit(ctx, trx, name, event) {
      attached ??= attach(bus);
      await attached;
      for (const listener of listeners.get(name) ?? []) await listener(ctx, trx, event as never);
    },
  };
  return bus;
}
