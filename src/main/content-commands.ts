import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { RunLog } from '#features/transfers/index.ts';
import { callersPath } from '#kernel/command.ts';
import { ConfigError } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import { publicOr } from '#kernel/fetch/addresses.ts';
import { readText } from '#kernel/storage/decode.ts';
import { usageError } from './command.ts';
import type { Core } from './core.ts';

// Commands about content and members. They share little code, so each one loads the features it needs when it runs.

export async function importCommand(args: string[], core: Core, ctx: Context): Promise<number> {
  const options = { column: { type: 'string' }, map: { type: 'string', multiple: true } } as const;
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
  const [path, ...rest] = positionals;
  if (!path || rest.length > 0) throw usageError('import');
  const mapping = Object.fromEntries(
    (values.map ?? []).map((pair) => pair.split('=', 2) as [string, string]),
  );
  const { allImportRights, importableKinds } = await import('#features/posts/index.ts');
  const { importContent } = await import('#features/transfers/index.ts');
  const { createServices } = await import('./services.ts');
  const { waitUntilIndexed } = await import('#features/search/index.ts');
  const importOptions = {
    path: callersPath(path),
    savedBy: null,
    rights: allImportRights,
    columnId: values.column,
    ...(values.map ? { mapping } : {}),
    media: {
      files: core.files,
      uploadFolder: join(core.config.dataDir, 'uploads'),
      fetching: { mayConnect: publicOr(core.config.feedNetworks) },
    },
    log: reportMissingPictures,
    report: (line: string) => console.error(line),
    progress: (done: number) => {
      if (done % 1000 === 0) console.error(`已处理 ${done} 条 …`);
    },
  };
  const count = await importContent(ctx, importOptions, createServices(core).extensions);
  const isNothing = count.added + count.unchanged + count.skipped + count.failed === 0;
  if (isNothing) throw new ConfigError(`没有找到可以导入的内容，可以导入 ${importableKinds}`);
  if (count.added > 0 && !(await waitUntilIndexed(ctx))) console.error('新内容将在门户下次启动后进入搜索。');
  return printCounts(count);
}

/** A run of the command line is not recorded, so it cannot be undone. */
const reportMissingPictures: RunLog = {
  add: async () => undefined,
  addMissing: async (_, { title }, pictures) => {
    for (const { src, reason } of pictures) console.error(`《${title}》没有取到图片 ${src}：${reason}`);
  },
};

export async function importColumnsCommand(args: string[], _: Core, ctx: Context): Promise<number> {
  const [path, ...rest] = args;
  if (!path || rest.length > 0) throw usageError('columns import');
  const { defineColumns } = await import('#features/columns/index.ts');
  const count = await defineColumns(ctx, readJson(callersPath(path)));
  console.log(`已写入 ${count} 个栏目，门户的菜单立即生效。`);
  return 0;
}

/** @throws ConfigError if the file is missing or is not valid JSON */
function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigError(
      `读不了 ${path}：${error instanceof SyntaxError ? '不是合法的 JSON' : '文件不存在或无权读取'}`,
    );
  }
}

export async function rebuildSearchCommand(_: string[], core: Core, ctx: Context): Promise<number> {
  const { openTenantIndexes, rebuildIndex } = await import('#features/search/index.ts');
  const indexes = openTenantIndexes(core.config.searchPlace);
  try {
    console.log(`搜索索引已重建，共 ${await rebuildIndex(ctx, indexes)} 篇`);
  } finally {
    indexes.close();
  }
  return 0;
}

export async function importStocksCommand(args: string[], _: Core, ctx: Context): Promise<number> {
  const [path, ...rest] = args;
  if (!path || rest.length > 0) throw usageError('stocks import');
  const { importStocks } = await import('#features/stocks/index.ts');
  const { added, changed, unchanged, failed, faults } = await importStocks(ctx, readText(callersPath(path)));
  for (const { line, message } of faults) console.error(`${basename(path)} 第 ${line} 行：${message}`);
  return printCounts({ added: added + changed, unchanged, skipped: 0, failed });
}

export async function addMemberCommand(args: string[], _: Core, ctx: Context): Promise<number> {
  const options = {
    password: { type: 'string' },
    name: { type: 'string' },
    vip: { type: 'string' },
    role: { type: 'string' },
  } as const;
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
  const [mobile = '', ...rest] = positionals;
  if (rest.length > 0 || values.password === undefined) throw usageError('member add');
  const vipDays = values.vip === undefined ? undefined : Number(values.vip);
  const { checkVipDays, giveVip } = await import('#features/entitlements/index.ts');
  const { addMember } = await import('#features/identity/index.ts');
  if (vipDays !== undefined) checkVipDays(vipDays);
  const id = await addMember(ctx, {
    mobile,
    password: values.password,
    name: values.name,
    role: values.role,
  });
  if (vipDays !== undefined) await giveVip(ctx, id, vipDays, 'command-line');
  console.log(`会员 ${mobile} 已就绪，编号 ${id}`);
  return 0;
}

/** Prints the last line of a long-running command; the exit status is 1 if any record failed (docs/product.md §17). */
function printCounts({
  added,
  unchanged,
  skipped,
  failed,
}: {
  added: number;
  unchanged: number;
  skipped: number;
  failed: number;
}): number {
  console.log(`added=${added} unchanged=${unchanged} skipped=${skipped} failed=${failed}`);
  return failed > 0 ? 1 : 0;
}
