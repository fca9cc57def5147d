import type { Context, Trx } from '#kernel/context.ts';
import { longestPayload, notify } from '#kernel/db/notify.ts';

/** The channel on which processes hear whose unread count may have changed. */
export const noticesChannel = 'guanlan_notices';

export type NoticesChanged = { tenantId: string; memberIds: string[] };

// An id has at most 19 digits; with quotes and comma this many always fit a payload.
const most = Math.floor((longestPayload - 200) / 22);

/** Says, with the commit of `trx`, that these members' unread counts may have changed. */
export async function announceNotices(
  { tenant }: Pick<Context, 'tenant'>,
  trx: Trx,
  memberIds: readonly string[],
): Promise<void> {
  for (let from = 0; from < memberIds.length; from += most) {
    const changed: NoticesChanged = { tenantId: tenant.id, memberIds: memberIds.slice(from, from + most) };
    await notify(trx, noticesChannel, JSON.stringify(changed));
  }
}
