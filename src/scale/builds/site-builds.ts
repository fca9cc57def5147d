import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database } from '#kernel/context.ts';
import { perTenant } from '#kernel/per-tenant.ts';
import { type BuiltFolder, listBuilt } from '#kernel/storage/built-files.ts';

/** A page that was opened before an upgrade asks for files of its build; older ones are reloaded. */
const keptBuilds = 3;

/**
 * Stores the built files for the other machines, which may answer a request of a page of this build, and forgets all but
 * the last three builds. The database holds them, because it alone decides what runs in a reader's browser: who may
 * write to the bucket of files may not.
 */
export async function storeBuild(db: Database, folders: readonly BuiltFolder[]): Promise<void> {
  const paths: { path: string; file: string }[] = [];
  for (const built of folders)
    for (const name of await listBuilt(built))
      paths.push({ path: `${built.name}/${name}`, file: join(built.folder, built.name, name) });
  if (paths.length === 0) return;
  paths.sort((one, two) => (one.path < two.path ? -1 : 1));
  const hash = createHash('sha256').update(paths.map(({ path }) => path).join('\n'));
  const buildId = hash.digest('hex').slice(0, 16);
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ is_new: boolean }>`
      insert into site_builds (id, started_at) values (${buildId}, now())
      on conflict (id) do update set started_at = excluded.started_at
      returning xmax = 0 as is_new`.execute(trx);
    if (!rows[0]?.is_new) return;
    for (const { path, file } of paths) {
      const content = await readPacked(file);
      await trx.insertInto('site_build_files').values({ path, build_id: buildId, content }).execute();
    }
    await sql`delete from site_builds where id not in (
      select id from site_builds order by started_at desc limit ${keptBuilds})`.execute(trx);
  });
}

const compress = promisify(brotliCompress);

async function readPacked(file: string): Promise<Buffer> {
  return readFile(`${file}.br`).catch(async () => compress(await readFile(file)));
}

/** The names are read again after so long, in ms: another machine stores its build before it serves pages. */
const namesMaxAgeMs = 5000;
const maxCachedBytes = 16 * 1024 * 1024;

/** The files of other builds, for the default tenant, in whose schema they are. */
export const otherBuildsOf = perTenant(({ db }) => openOtherBuilds(db));

export function openOtherBuilds(db: Database) {
  const names = new LRUCache<'all', ReadonlySet<string>>({
    max: 1,
    ttl: namesMaxAgeMs,
    fetchMethod: async () => {
      const rows = await db.selectFrom('site_build_files').select('path').distinct().execute();
      return new Set(rows.map(({ path }) => path));
    },
  });
  const contents = new LRUCache<string, Buffer>({
    maxSize: maxCachedBytes,
    sizeCalculation: (content) => content.length + 1,
    fetchMethod: async (path) => {
      const row = await db
        .selectFrom('site_build_files')
        .select('content')
        .where('path', '=', path)
        .limit(1)
        .executeTakeFirst();
      return row?.content;
    },
  });
  return {
    /** Returns a file, compressed by Brotli; null if no stored build has it. Unknown names cost no query. */
    find: async (path: string): Promise<Buffer | null> =>
      (await names.fetch('all'))?.has(path) ? ((await contents.fetch(path)) ?? null) : null,
  };
}
