import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openTenantIndexes } from '#features/search/index.ts';
import {
  type CopyCount,
  compareSites,
  describeArchive,
  exportSite,
  restoreSite,
} from '#features/transfers/index.ts';
import { callersPath } from '#kernel/command.ts';
import type { Context } from '#kernel/context.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { type RunCommand, usageError } from './command.ts';
import { copyParts } from './copy-parts.ts';
import type { Core } from './core.ts';
import type { CommandName } from './usages.ts';

const printProgress = (line: string) => console.error(line);

// Commands that write a whole site to an archive, restore one, and compare two.

export const exportCommand: RunCommand = (args, core) => writeArchive('export', args, core);

/** Backs up into a named file, or without one into the place for backups. */
export const backupCommand: RunCommand = async (args, core) => {
  const isFile = args.some((arg) => arg.endsWith('.zip')) && !args.some((arg) => arg.startsWith('--to'));
  if (isFile) return writeArchive('backup', args, core);
  return (await import('./backup-commands.ts')).backUpIntoStore(args, core);
};

async function writeArchive(scope: 'export' | 'backup', args: string[], core: Core): Promise<number> {
  const { paths, ctx, withoutPeople } = parseArguments(scope, args, core, 1);
  if (withoutPeople && scope === 'backup') throw usageError(scope);
  const path = callersPath(paths[0] ?? '');
  if (await stat(path).catch(() => null)) throw conflict(`${path} 已存在，请换一个名字`);
  const count = await exportSite(ctx, copyParts(core, ctx.tenant, printProgress), {
    path,
    scope,
    withoutPeople,
  });
  if (scope === 'backup')
    printProgress('备份含登录状态与密钥，文件只对本账户可读（0600），请像保管密码一样保管它。');
  else if (!withoutPeople)
    printProgress(
      '导出含会员的手机号、密码摘要与两步验证密钥（搬家后才能登录），文件只对本账户可读（0600），请妥善保管。',
    );
  printCounts(count);
  return count.missing > 0 ? 1 : 0;
}

export async function restoreCommand(args: string[], core: Core): Promise<number> {
  const { paths, ctx } = parseArguments('restore', args, core, 1);
  const searchIndexes = openTenantIndexes(core.config.searchPlace);
  try {
    const parts = { ...copyParts(core, ctx.tenant, printProgress), searchIndexes };
    printCounts(await restoreSite(ctx, parts, callersPath(paths[0] ?? '')));
  } finally {
    searchIndexes.close();
  }
  return 0;
}

export async function compareCommand(args: string[], core: Core): Promise<number> {
  const { paths, ctx } = parseArguments('compare', args, core, 2);
  const [one = '', secondPath] = paths.map(callersPath);
  const parts = copyParts(core, ctx.tenant, (line) => console.log(line));
  const folder = await mkdtemp(join(tmpdir(), 'guanlan-compare-'));
  try {
    const other = secondPath ?? join(folder, 'this-portal.zip');
    if (!secondPath) await exportThisPortal(ctx, core, one, other);
    const { equal, different } = await compareSites(one, other, parts);
    console.log(`equal=${equal} different=${different}`);
    return different > 0 ? 1 : 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes an archive of this portal with the same scope as the archive `one`. */
async function exportThisPortal(ctx: Context, core: Core, one: string, path: string): Promise<void> {
  const { scope, withoutPeople } = await describeArchive(one);
  await exportSite(ctx, copyParts(core, ctx.tenant, printProgress), { path, scope, withoutPeople });
}

function printCounts({ tables, rows, files, bytes, missing }: CopyCount): void {
  console.log(`tables=${tables} rows=${rows} files=${files} bytes=${bytes} missing=${missing}`);
}

function parseArguments(name: CommandName, args: string[], core: Core, maxPaths: number) {
  const options = { tenant: { type: 'string' }, 'without-people': { type: 'boolean' } } as const;
  const { positionals: paths, values } = parseArgs({ args, options, allowPositionals: true });
  if (paths.length === 0 || paths.length > maxPaths) throw usageError(name);
  const tenant = values.tenant === undefined ? core.defaultTenant : core.tenants.get(values.tenant);
  if (!tenant) throw invalid(`租户（--tenant）不存在：${values.tenant}`);
  return { paths, ctx: core.contextOf(tenant), withoutPeople: values['without-people'] === true };
}
