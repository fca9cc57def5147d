import { features } from '#features/index.ts';
import type { Settings } from '#features/settings/index.ts';
import type { EventBus, EventListener, EventName } from '#kernel/context.ts';
import { type Listeners, provide } from '#kernel/feature.ts';

/**
 * Attaches the listeners of all features. Higher features run first, because they find what they depend on before a
 * lower feature deletes or changes it: drafts are found by the author whom `authors` separates from a deleted member.
 */
export function attachListeners(events: EventBus, services: { settings: Settings }): void {
  for (const feature of features.toReversed()) {
    const listeners = provide<typeof services, Listeners>(feature.listeners, services) ?? {};
    for (const [name, listener] of Object.entries(listeners))
      for (const one of [listener].flat()) events.on(name as EventName, one as EventListener<EventName>);
  }
}
