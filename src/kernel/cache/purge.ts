import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Context, Database, Trx } from '../context.ts';
import { TagGenerations } from './tags.ts';

const channel = 'guanlan_purge';

// PostgreSQL refuses payloads of 8,000 bytes; more tags than fit mean "everything of this tenant".
const longestPayload = 7_900;

/** Tags are kept with their tenant in front, so one tenant's change cannot empty another's pages. */
const everything = '*';
export const generations = new TagGenerations();

/** The tags of a tenant as the process keeps them: each thing also hangs on the tenant's "everything". */
export const tenantTags = (tenantId: string, tags: readonly string[]): string[] => [
  `${tenantId}/${everything}`,
  ...tags.map((tag) => `${tenantId}/${tag}`),
];

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
  await sql`select pg_notify(${channel}, ${fits ? payload : JSON.stringify([ctx.tenant.id, everything])})`.execute(
    trx,
  );
}

export type PurgeListener = { stop(): Promise<void> };

let following = false;

/** False while no listener is connected: caches must be passed by, for a change may go unheard. */
export const isFollowingChanges = (): boolean => following;

/**
 * Listens on a connection of its own (never through a pooler). While it is lost, everything is stale; it is
 * tried again every half second.
 */
export async function listenForPurges(connectionString: string, log: Logger): Promise<PurgeListener> {
  let client: pg.Client | null = null;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;

  const lose = (error?: Error) => {
    if (stopped || client === null) return;
    client = null;
    following = false;
    generations.purgeAll();
    log.warn({ err: error }, 'purge listener lost its connection; caches are passed by');
    retry = setTimeout(() => void connect().catch(() => undefined), 500);
  };
  const connect = async () => {
    const next = new pg.Client({ connectionString, keepAlive: true, application_name: 'guanlan-purge' });
    next.on('notification', ({ payload }) => hear(payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
    } catch (error) {
      await next.end().catch(() => undefined);
      if (!stopped) retry = setTimeout(() => void connect().catch(() => undefined), 500);
      throw error;
    }
    next.on('error', lose).on('end', () => lose());
    client = next;
    generations.purgeAll();
    following = true;
  };
  await connect();
  return {
    async stop() {
      stopped = true;
      following = false;
      clearTimeout(retry);
      await client?.end();
    },
  };
}

function hear(payload: string): void {
  const [tenantId, ...tags] = JSON.parse(payload) as string[];
  generations.purge(tags.map((tag) => `${tenantId}/${tag}`));
}
