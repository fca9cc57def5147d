import type { EventBus, EventListener, EventName } from './context.ts';

/**
 * Creates an event bus that calls listeners in the order in which they were added. `attach` adds the features'
 * listeners. It runs once, at the first event, because loading the listeners imports most features and most commands
 * emit nothing.
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
