import type { ReactNode } from 'react';
import type { Slot } from '#client/slots.ts';
import type { FetchCall } from '../../api.ts';

/** A section of 通知设置 that belongs to another feature. */
export type NoticesSlot<D> = Slot & {
  id: string;
  title: string;
  load: (fetchCall: FetchCall) => Promise<D>;
  Rows: (props: { first: D }) => ReactNode;
};
