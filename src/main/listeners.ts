import { features } from '#features/index.ts';
import type { Settings } from '#features/settings/index.ts';
import type { EventBus, EventListener, EventName } from '#kernel/context.ts';
import { type Listeners, provide } from '#kernel/feature.ts';

/**
 * Attaches the event listeners of all features. Features that depend on others run first, because they look up rows
 * that a lower feature then deletes or changes: drafts are found by their author before `authors` detaches the author
 * from a deleted member.
 */
export function attachListeners(events: EventBus, services: { settings: Settings }): void {
  for (const feature of features.toReversed()) {
    const listeners = provide<typeof services, Listeners>(feature.listeners, services) ?? {};
    for (const [name, listener] of Object.entries(listeners))
      for (const one of [listener].flat()) events.on(name as EventName, one as EventListener<EventName>);
  }
}
