import type { Context, Database, Trx } from '../context.ts';
import { longestPayload, notify } from '../db/notify.ts';
import { TagGenerations } from './tags.ts';

/** The channel on which processes tell each other what has become stale. */
export const purgeChannel = 'guanlan_purge';

// More tags than a payload holds mean "everything of this tenant".
const everything = '*';

export const generations = new TagGenerations();

let isFollowing = false;

/** False while notifications may go unheard: caches must be passed by. */
export const isFollowingChanges = (): boolean => isFollowing;

/** For the process's listener: whether it hears. Either way whatever is kept may be stale now. */
export function followChanges(isListening: boolean): void {
  isFollowing = isListening;
  generations.purgeAll();
}

/**
 * The tags of a tenant as the process keeps them: each thing also hangs on the tenant's "everything". In lower case,
 * since triggers know a tenant by its schema.
 */
export const tenantTags = (tenantId: string, tags: readonly string[]): string[] =>
  [everything, ...tags].map((tag) => scoped(tenantId, tag));

const scoped = (tenantId: string, tag: string): string => `${tenantId.toLowerCase()}/${tag}`;

/**
 * Announces, with the commit of `trx`, that what was made from these tags is stale in every process of the
 * house. Delivered once for a transaction, at commit, to all listeners.
 */
export async function purge(
  ctx: Pick<Context, 'tenant'>,
  trx: Trx | Database,
  tags: readonly string[],
): Promise<void> {
  const payload = JSON.stringify([ctx.tenant.id, ...new Set(tags)]);
  const fits = Buffer.byteLength(payload) < longestPayload;
  await notify(trx, purgeChannel, fits ? payload : JSON.stringify([ctx.tenant.id, everything]));
}

export function hearPurge(payload: string): void {
  const [tenantId, ...tags] = JSON.parse(payload) as string[];
  generations.purge(tags.map((tag) => scoped(tenantId ?? '', tag)));
}
