import type { Client } from '#client/client.ts';
import type { Slot } from '#client/slots.ts';
import type { ApiCalls } from '#features/calls.ts';

/** What an app shows of a shared page. `link` and `imgUrl` are addresses of this site. */
export type ShareCard = { title: string; desc: string; link: string; imgUrl: string };

/** Tells the app in whose browser the site is open what to show of a shared page. */
export type ShareSlot = Slot & {
  /** @param entry the address of the first load */
  setShareCard: (call: Client<ApiCalls>['call'], card: ShareCard, entry: string) => Promise<void>;
};
