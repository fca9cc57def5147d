import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { findIndexState } from '#features/search/checks.ts';
import type { Tenant } from '#kernel/context.ts';
import { programVersion } from '#kernel/db/migrate.ts';
import type { App } from '../app.ts';
import { migrations } from '../migrate-tenants.ts';

/**
 * What one dependency can do. `down`: no page can be answered; `degraded`: pages are, but something is missing on them.
 */
export type DependencyState = 'ok' | 'degraded' | 'down';
export type Dependency = { name: string; state: DependencyState; note: string };
export type Readiness = { isReady: boolean; dependencies: Dependency[] };

/** Checks are repeated at most this often, however often they are requested. */
const maxAgeMs = 1000;
/** A bucket and the index are asked less often, since each question costs a request or a search. */
const slowMaxAgeMs = 10_000;
const maxWaitMs = 3000;

/**
 * Returns a function that tells whether this process can serve readers, by dependency, in Chinese and without addresses
 * or error texts, since anybody may read it. Concurrent calls share one check.
 */
export function createReadiness(app: App): () => Promise<Readiness> {
  const tenants = [...app.tenants.values()];
  const forEach = async (check: (tenant: Tenant) => Promise<void>) => {
    for (const tenant of tenants) await check(tenant);
  };
  const database = keep(maxAgeMs, () =>
    findState('数据库', 'down', '没有应答', '应答正常', () =>
      forEach(async ({ db }) => void (await sql`select 1`.execute(db))),
    ),
  );
  const structure = keep(slowMaxAgeMs, () =>
    findState('数据结构', 'down', '读不到，或与这个版本的程序不合', '与程序相合', () =>
      forEach(checkStructure),
    ),
  );
  const index = keep(slowMaxAgeMs, () =>
    findState('搜索索引', 'degraded', '不在或读不了，搜索暂时不可用', '可以搜索', () =>
      forEach(async (tenant) => {
        const { condition } = await findIndexState(app.contextOf(tenant), app.searchIndexes);
        if (condition === 'elsewhere') throw new Fault('在另一台机器上，这台机器读不到它，搜索在这里不可用');
        if (condition !== 'sound') throw new Error();
      }),
    ),
  );
  const files = keep(slowMaxAgeMs, () =>
    findState('文件存储', 'degraded', '没有应答或不能写入，图片和上传暂时不可用', '可以读写', async () => {
      await access(app.disk.root, constants.R_OK | constants.W_OK);
      await forEach(({ id }) => probeBucket(app, id));
    }),
  );
  const replicas = keep(maxAgeMs, () =>
    findState('从库', 'degraded', '有的没有应答或落后，由主库回答', '都在回答', async () => {
      if (!app.reads?.figures().every(({ isUsed }) => isUsed)) throw new Error();
    }),
  );
  return async () => {
    const dependencies = await Promise.all([
      database(),
      structure(),
      index(),
      files(),
      ...(app.reads ? [replicas()] : []),
    ]);
    return { isReady: dependencies.every(({ state }) => state !== 'down'), dependencies };
  };
}

/** Its message is the note, which anybody may read. */
class Fault extends Error {}

async function findState(
  name: string,
  failed: DependencyState,
  fault: string,
  note: string,
  check: () => Promise<void>,
): Promise<Dependency> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), maxWaitMs);
  });
  try {
    await Promise.race([check(), late]);
    return { name, state: 'ok', note };
  } catch (error) {
    return { name, state: failed, note: error instanceof Fault ? error.message : fault };
  } finally {
    clearTimeout(timer);
  }
}

/** Every migration of this program is applied, and none of a newer one excludes it. */
async function checkStructure({ db }: Tenant): Promise<void> {
  const own = (await readdir(migrations)).filter((name) => name.endsWith('.sql'));
  const { rows } = await sql<{ applied: number; minimum: string | null }>`
    select count(*) filter (where name = any(${own}))::int as applied, max(minimum_version) as minimum
    from schema_migrations`.execute(db);
  const [found] = rows;
  if (!found || found.applied < own.length || (found.minimum ?? '') > programVersion(own)) throw new Error();
}

/** An address that no file has: a bucket that answers that there is none answers. */
const missingFile = `00/${'0'.repeat(38)}`;

async function probeBucket({ files }: App, tenantId: string): Promise<void> {
  await files.openRemote(tenantId, `/files/${tenantId}/${missingFile}`).catch((error: unknown) => {
    const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
    // Without the permission to list, S3 answers 403 where there is no object.
    if ($metadata?.httpStatusCode !== 403 || name !== 'AccessDenied') throw error;
  });
}

/** Keeps the result for a while; concurrent calls share one run. */
export function keep<T>(ms: number, run: () => Promise<T>): () => Promise<T> {
  let untilMs = 0;
  let result: Promise<T> | undefined;
  return () => {
    if (result && Date.now() < untilMs) return result;
    const next = run();
    result = next;
    untilMs = Number.POSITIVE_INFINITY;
    const end = () => {
      if (result === next) untilMs = Date.now() + ms;
    };
    next.then(end, end);
    return next;
  };
}
