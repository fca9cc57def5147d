import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type CopyCount,
  compareSites,
  describeArchive,
  exportSite,
  restoreSite,
} from '#features/transfers/index.ts';
import { ConfigError } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { type Command, callersPath } from './command.ts';
import { copyParts } from './copy-parts.ts';
import type { House } from './house.ts';

const say = (line: string) => console.error(line);

/** Commands that take a whole site out, bring it in, and hold two against each other. */
export const siteCommands: Record<string, Command> = {
  export: {
    usage: 'export <文件.zip> [--without-people] [--tenant <租户>]',
    run: (args, house) => write('export', args, house),
  },
  backup: {
    usage: 'backup <文件.zip> [--tenant <租户>]',
    run: (args, house) => write('backup', args, house),
  },
  restore: { usage: 'restore <文件.zip> [--tenant <租户>]', run: restore },
  compare: { usage: 'compare <甲.zip> [<乙.zip>] [--tenant <租户>]', run: compare },
};

async function write(scope: 'export' | 'backup', args: string[], house: House): Promise<number> {
  const { paths, ctx, withoutPeople } = read(scope, args, house, 1);
  if (withoutPeople && scope === 'backup') throw new ConfigError(usageOf(scope));
  const path = callersPath(paths[0] ?? '');
  if (await stat(path).catch(() => null)) throw conflict(`${path} 已存在，请换一个名字`);
  const count = await exportSite(ctx, copyParts(house, ctx.tenant, say), { path, scope, withoutPeople });
  if (scope === 'backup') say('备份含登录状态与密钥，文件只对本账户可读（0600），请像保管密码一样保管它。');
  else if (!withoutPeople)
    say(
      '导出含会员的手机号、密码摘要与两步验证密钥（搬家后才能登录），文件只对本账户可读（0600），请妥善保管。',
    );
  finish(count);
  return count.missing > 0 ? 1 : 0;
}

async function restore(args: string[], house: House): Promise<number> {
  const { paths, ctx } = read('restore', args, house, 1);
  const parts = { ...copyParts(house, ctx.tenant, say), searchIndexes: house.searchIndexes };
  finish(await restoreSite(ctx, parts, callersPath(paths[0] ?? '')));
  return 0;
}

async function compare(args: string[], house: House): Promise<number> {
  const { paths, ctx } = read('compare', args, house, 2);
  const [one = '', two] = paths.map(callersPath);
  const print = (line: string) => console.log(line);
  const folder = await mkdtemp(join(tmpdir(), 'guanlan-compare-'));
  try {
    const other = two ?? join(folder, 'this-portal.zip');
    if (!two) await exportAlike(ctx, house, one, other);
    const { equal, different } = await compareSites(one, other, print);
    console.log(`equal=${equal} different=${different}`);
    return different > 0 ? 1 : 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** This portal as an archive of the same scope as `one`. */
async function exportAlike(ctx: Context, house: House, one: string, path: string): Promise<void> {
  const { scope, withoutPeople } = await describeArchive(one);
  await exportSite(ctx, copyParts(house, ctx.tenant, say), { path, scope, withoutPeople });
}

function finish({ tables, rows, files, bytes, missing }: CopyCount): void {
  console.log(`tables=${tables} rows=${rows} files=${files} bytes=${bytes} missing=${missing}`);
}

function read(name: string, args: string[], house: House, mostPaths: number) {
  const options = { tenant: { type: 'string' }, 'without-people': { type: 'boolean' } } as const;
  const { positionals: paths, values } = parseArgs({ args, options, allowPositionals: true });
  if (paths.length === 0 || paths.length > mostPaths) throw new ConfigError(usageOf(name));
  const tenant = values.tenant === undefined ? house.defaultTenant : house.tenants.get(values.tenant);
  if (!tenant) throw invalid(`租户（--tenant）不存在：${values.tenant}`);
  return { paths, ctx: house.contextOf(tenant), withoutPeople: values['without-people'] === true };
}

const usageOf = (name: string) => `用法：${siteCommands[name]?.usage}`;
