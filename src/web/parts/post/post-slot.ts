import type { ReactNode } from 'react';
import { type Slot, slotsOf } from '#client/slots.ts';
import { type FetchCall, withoutAlerts } from '../../api.ts';
import { orNull } from '../settle-all.ts';

/** What another feature shows below a post. `data` is null if there is nothing, and if the call failed. */
export type PostSlot<D> = Slot & {
  /** The name of its data among those of the page. */
  key: string;
  load: (fetchCall: FetchCall, post: { id: string; kind: string }) => Promise<D | null>;
  /** Links before the tags. */
  linksOf?: (data: D) => readonly { text: string; href: string }[];
  /** Notes on risks, at the end. */
  Notes?: (props: { data: D }) => ReactNode;
  /** The site's risk warning for this post; null for the general one. */
  riskTextOf?: (data: D) => string | null;
};

export const postSlots = slotsOf(
  import.meta.glob<{ slot: PostSlot<unknown> }>('../../../features/*/web/**/post.*.slot.tsx', {
    eager: true,
  }),
);

/** The notes on risks belong to a post wherever it is shown; links lead to other pages of the site. */
export const noteSlots = postSlots.filter(({ Notes }) => Notes);

export type PostSlotData = Readonly<Record<string, unknown>>;

/** Loads what these slots show of a post. */
export async function loadPostSlots(
  slots: readonly PostSlot<unknown>[],
  fetchCall: FetchCall,
  post: { id: string; kind: string },
): Promise<PostSlotData> {
  const fetchQuietly = withoutAlerts(fetchCall);
  return Object.fromEntries(
    await Promise.all(
      slots.map(async ({ key, load }) => [key, await orNull(load(fetchQuietly, post))] as const),
    ),
  );
}
