import { chmod, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { features } from '#features/index.ts';
import {
  backUpSite,
  collectTables,
  explainMissing,
  insertEndedBackup,
  saveVerification,
  verifyArchive,
} from '#features/transfers/index.ts';
import { callersPath } from '#kernel/command.ts';
import { backupFaults, backupTargetOf } from '#kernel/config-places.ts';
import type { Context } from '#kernel/context.ts';
import { joinPostgres } from '#kernel/db/embedded/index.ts';
import { DomainError, invalid, notFound } from '#kernel/errors.ts';
import { storagePlace } from '#kernel/settings/environment-settings.ts';
import { type BackupStore, backupName, openBackupStore } from '#kernel/storage/backup-store.ts';
import { toIso } from '#shared/dates.ts';
import { usageError } from './command.ts';
import { copyParts } from './copy-parts.ts';
import type { Core } from './core.ts';
import { migrations } from './migrate-tenants.ts';

const printProgress = (line: string) => console.error(line);

/** Backs up into the store, keeps the newest ones there and records the result for the back office. */
export async function backUpIntoStore(args: string[], core: Core): Promise<number> {
  const { ctx, store, keep } = await parseStoreArguments('backup', args, core);
  const name = backupName(ctx.tenant.id, ctx.now());
  const began = ctx.now();
  const record = (state: 'done' | 'failed', error: string, options: object = {}, total = 0) =>
    insertEndedBackup(ctx.db, {
      name,
      state,
      error,
      options,
      ...{ done: total, total, created_at: began, finished_at: ctx.now() },
    });
  try {
    const backup = await backUpSite(ctx, copyParts(core, ctx.tenant, printProgress), store, {
      name,
      keep,
      workFolder: join(core.config.dataDir, 'transfers', ctx.tenant.id, 'backup-command'),
    });
    const { tables, rows, files, archiveBytes: bytes, missing, storedIn, deleted } = backup;
    const fault = missing > 0 ? explainMissing(missing) : '';
    await record(fault ? 'failed' : 'done', fault, { bytes, storedIn }, tables);
    for (const old of deleted) printProgress(`已删去较早的备份 ${old}`);
    printProgress('备份含登录状态与密钥，请像保管密码一样保管它。');
    console.log(
      `${storedIn}\ntables=${tables} rows=${rows} files=${files} bytes=${bytes} missing=${missing}`,
    );
    return missing > 0 ? 1 : 0;
  } catch (error) {
    const { message } = error as Error;
    await record('failed', error instanceof DomainError ? error.message : message.slice(0, 200));
    throw error;
  } finally {
    store.close();
  }
}

/** Restores a backup into a scratch database, compares it and says what differs. */
export async function verifyBackupCommand(args: string[], core: Core): Promise<number> {
  const { ctx, store, positionals } = await parseStoreArguments('backup verify', args, core);
  const [wanted] = positionals;
  const scratch = await mkdtemp(join(tmpdir(), 'guanlan-verify-'));
  // Under root, PostgreSQL runs under another account, which must be able to traverse the folder.
  if (process.getuid?.() === 0) await chmod(scratch, 0o711);
  let leave = async () => {};
  const cleanUp = async () => {
    await leave();
    await rm(scratch, { recursive: true, force: true });
  };
  const onSignal = () => void cleanUp().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, onSignal);
  try {
    const path = await findArchive(ctx, store, wanted, scratch);
    printProgress(`正在验证 ${basename(path)} …`);
    await requireSpace(path, scratch);
    const server = await joinPostgres({ dataDir: scratch, log: () => undefined, settings: { fsync: 'off' } });
    leave = server.leave;
    const fault = await verify(path, server.connectionString);
    await saveVerification(ctx.db, basename(path), { at: toIso(ctx.now()), fault });
    return fault === '' ? 0 : 1;
  } finally {
    await cleanUp();
    store.close();
  }
}

/** Prints the result. @returns what is wrong; empty for a good backup */
async function verify(path: string, connectionString: string): Promise<string> {
  const ownMigrations = (await readdir(migrations)).filter((name) => name.endsWith('.sql'));
  try {
    const { takenAt, tables, rows, files, bytes, differences } = await verifyArchive(
      path,
      { connectionString, migrations, ownMigrations },
      { tables: collectTables(features), report: printProgress },
    );
    for (const difference of differences) console.log(`不同  ${difference}`);
    console.log(
      differences.length === 0
        ? `好  ${basename(path)}：${takenAt} 的备份，能恢复，每张表、每个文件都与备份时相同`
        : `坏  ${basename(path)}：${differences.length} 处不同`,
    );
    console.log(
      `tables=${tables} rows=${rows} files=${files} bytes=${bytes} different=${differences.length}`,
    );
    return differences.length === 0 ? '' : `${differences.length} 处不同：${differences[0]}`.slice(0, 300);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    console.log(`坏  ${basename(path)}：${error.message}`);
    return error.message;
  }
}

async function findArchive(
  ctx: Context,
  store: BackupStore,
  wanted: string | undefined,
  folder: string,
): Promise<string> {
  if (wanted !== undefined) {
    const path = callersPath(wanted);
    if (await stat(path).catch(() => null)) return path;
    if (wanted !== basename(wanted)) throw notFound(`没有文件 ${path}`);
  }
  const name = wanted ?? (await store.list(ctx.tenant.id))[0];
  if (name === undefined) throw notFound(`${store.place} 里还没有备份`);
  const path = join(folder, name);
  await store.fetch(name, path);
  return path;
}

/** The restored tables take a few times the size of the archive, in which they are compressed. */
const maxGrowth = 5;

async function requireSpace(path: string, folder: string): Promise<void> {
  const { size } = await stat(path);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < size * maxGrowth)
    throw invalid(
      `${folder} 所在的磁盘只剩 ${Math.floor((bavail * bsize) / 1024 ** 2)} MB，不够恢复这份备份：请用 TMPDIR 指定大一些的文件夹`,
    );
}

async function parseStoreArguments(name: 'backup' | 'backup verify', args: string[], core: Core) {
  const options = { tenant: { type: 'string' }, to: { type: 'string' }, keep: { type: 'string' } } as const;
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
  if (positionals.length > (name === 'backup' ? 0 : 1)) throw usageError(name);
  const { config } = core;
  const tenant = values.tenant === undefined ? core.defaultTenant : core.tenants.get(values.tenant);
  if (!tenant) throw invalid(`租户（--tenant）不存在：${values.tenant}`);
  const ctx = core.contextOf(tenant);
  const place = values.to === undefined ? undefined : storagePlace.safeParse(values.to);
  if (place && !place.success) throw invalid(`--to ${place.error.issues[0]?.message}`);
  const given = place && ('path' in place.data ? { path: callersPath(place.data.path) } : place.data);
  const faults = backupFaults(config.environment, given);
  if (faults.length > 0) throw invalid(faults.join('\n'));
  const keep = values.keep ?? String((await core.settings(ctx)).backup.keep);
  if (!/^[1-9]\d{0,3}$/.test(keep)) throw invalid('保留的份数（--keep）应为 1 到 9999 的整数');
  const store = await openBackupStore(backupTargetOf(config.environment, config.dataDir, given));
  return { ctx, store, keep: Number(keep), positionals };
}
