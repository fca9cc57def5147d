import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openSearchIndexes } from '#features/search/index.ts';
import {
  type CopyCount,
  compareSites,
  describeArchive,
  exportSite,
  restoreSite,
} from '#features/transfers/index.ts';
import type { Context } from '#kernel/context.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { callersPath, type RunCommand, wrongUsage } from './command.ts';
import { copyParts } from './copy-parts.ts';
import type { Core } from './core.ts';
import type { CommandName } from './usages.ts';

const say = (line: string) => console.error(line);

// Commands that write a whole site to an archive, restore one, and compare two.

export const exportCommand: RunCommand = (args, core) => write('export', args, core);
export const backupCommand: RunCommand = (args, core) => write('backup', args, core);

async function write(scope: 'export' | 'backup', args: string[], core: Core): Promise<number> {
  const { paths, ctx, withoutPeople } = read(scope, args, core, 1);
  if (withoutPeople && scope === 'backup') throw wrongUsage(scope);
  const path = callersPath(paths[0] ?? '');
  if (await stat(path).catch(() => null)) throw conflict(`${path} 已存在，请换一个名字`);
  const count = await exportSite(ctx, copyParts(core, ctx.tenant, say), { path, scope, withoutPeople });
  if (scope === 'backup') say('备份含登录状态与密钥，文件只对本账户可读（0600），请像保管密码一样保管它。');
  else if (!withoutPeople)
    say(
      '导出含会员的手机号、密码摘要与两步验证密钥（搬家后才能登录），文件只对本账户可读（0600），请妥善保管。',
    );
  finish(count);
  return count.missing > 0 ? 1 : 0;
}

export async function restoreCommand(args: string[], core: Core): Promise<number> {
  const { paths, ctx } = read('restore', args, core, 1);
  const searchIndexes = openSearchIndexes(core.searchFolder);
  try {
    const parts = { ...copyParts(core, ctx.tenant, say), searchIndexes };
    finish(await restoreSite(ctx, parts, callersPath(paths[0] ?? '')));
  } finally {
    searchIndexes.close();
  }
  return 0;
}

export async function compareCommand(args: string[], core: Core): Promise<number> {
  const { paths, ctx } = read('compare', args, core, 2);
  const [one = '', two] = paths.map(callersPath);
  const parts = copyParts(core, ctx.tenant, (line) => console.log(line));
  const folder = await mkdtemp(join(tmpdir(), 'guanlan-compare-'));
  try {
    const other = two ?? join(folder, 'this-portal.zip');
    if (!two) await exportAlike(ctx, core, one, other);
    const { equal, different } = await compareSites(one, other, parts);
    console.log(`equal=${equal} different=${different}`);
    return different > 0 ? 1 : 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** This portal as an archive of the same scope as `one`. */
async function exportAlike(ctx: Context, core: Core, one: string, path: string): Promise<void> {
  const { scope, withoutPeople } = await describeArchive(one);
  await exportSite(ctx, copyParts(core, ctx.tenant, say), { path, scope, withoutPeople });
}

function finish({ tables, rows, files, bytes, missing }: CopyCount): void {
  console.log(`tables=${tables} rows=${rows} files=${files} bytes=${bytes} missing=${missing}`);
}

function read(name: CommandName, args: string[], core: Core, mostPaths: number) {
  const options = { tenant: { type: 'string' }, 'without-people': { type: 'boolean' } } as const;
  const { positionals: paths, values } = parseArgs({ args, options, allowPositionals: true });
  if (paths.length === 0 || paths.length > mostPaths) throw wrongUsage(name);
  const tenant = values.tenant === undefined ? core.defaultTenant : core.tenants.get(values.tenant);
  if (!tenant) throw invalid(`租户（--tenant）不存在：${values.tenant}`);
  return { paths, ctx: core.contextOf(tenant), withoutPeople: values['without-people'] === true };
}
