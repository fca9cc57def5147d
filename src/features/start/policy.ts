import { demoLoaded } from '#features/settings/index.ts';
import type { GuideFacts } from './queries.ts';
import { type GoLiveItem, goLiveItems, type Start } from './schema.ts';

/** Built-in columns have the first ids. */
export const builtInColumns = 3;

/** Milestones of the guide that a person confirms. */
export const milestoneOf = {
  columns: 'start: columns seen',
  read: 'start: read',
  dismissed: 'start: dismissed',
} as const;

type Steps = NonNullable<Start['guide']>['steps'];

/**
 * Returns the steps of the guide, or null if it is done, dismissed, or the site is a demo, which is complete from the
 * start.
 */
export function decideGuide(facts: GuideFacts): Steps | null {
  const has = (name: string) => facts.milestones.includes(name);
  if (has(milestoneOf.dismissed) || has(demoLoaded)) return null;
  const steps: Steps = [
    { step: 'name', isDone: facts.is_named },
    { step: 'columns', isDone: facts.has_own_columns || has(milestoneOf.columns) },
    { step: 'write', isDone: facts.has_pieces },
    { step: 'publish', isDone: facts.has_published },
    { step: 'read', isDone: facts.has_published && has(milestoneOf.read) },
  ];
  return steps.every(({ isDone }) => isDone) ? null : steps;
}

/** The milestone of an item that staff ticked. */
export const goLiveMilestone = (item: GoLiveItem): string => `go-live: ${item}`;
export const dismissedGoLive = 'go-live: dismissed';

type GoLiveList = Pick<NonNullable<Start['goLive']>, 'items'>;

/**
 * Returns what a site needs before it goes live, or null: before its first post, in a demo, and once everything is set
 * or ticked, or the list is dismissed. It follows the guide.
 */
export function decideGoLive(facts: GuideFacts, isSet: ReadonlySet<GoLiveItem>): GoLiveList | null {
  const has = (name: string) => facts.milestones.includes(name);
  if (!facts.has_published || has(demoLoaded) || has(dismissedGoLive) || decideGuide(facts)) return null;
  const items = goLiveItems.map((item) => {
    const unset = has(goLiveMilestone(item)) ? ('ticked' as const) : ('open' as const);
    return { item, state: isSet.has(item) ? ('set' as const) : unset };
  });
  return items.every(({ state }) => state !== 'open') ? null : { items };
}
