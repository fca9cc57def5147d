import type { ReactNode } from 'react';
import type { Slot } from '#client/slots.ts';
import type { FixedBlockKind } from '#shared/home-blocks.ts';
import type { FetchCall } from '../api.ts';

/** A block of the home page that belongs to another feature. */
export type HomeSlot<D> = Slot & {
  block: FixedBlockKind;
  /** The name of its data among those of the page. */
  key: string;
  load: (fetchCall: FetchCall) => Promise<D>;
  /** `data` is null if the call failed. */
  Section: (props: { data: D | null }) => ReactNode;
};
