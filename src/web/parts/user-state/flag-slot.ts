import type { Client } from '#client/client.ts';
import type { Slot } from '#client/slots.ts';
import type { FlagTarget } from '#client/user-state.ts';
import type { ApiCalls } from '#features/calls.ts';

/** A flag of the reader on something that belongs to another feature. */
export type FlagSlot = Slot & {
  of: FlagTarget['of'];
  /** Offers to set the flag after a log-in. */
  question: string;
  label: string;
  already: string;
  send: (call: Client<ApiCalls>['call'], id: string, isOn: boolean) => Promise<unknown>;
};
