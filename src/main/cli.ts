import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { defineColumns } from '#features/columns/index.ts';
import { checkVipDays, giveVip } from '#features/entitlements/index.ts';
import { addMember } from '#features/identity/index.ts';
import { importPosts } from '#features/posts/index.ts';
import { awaitIndexed, rebuildIndex } from '#features/search/index.ts';
import { importStocks } from '#features/stocks/index.ts';
import { ConfigError, loadConfig } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import { joinPostgres } from '#kernel/db/embedded/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { type Command, callersPath } from './command.ts';
import { contestCommands } from './contest-commands.ts';
import { doctor } from './doctor.ts';
import { buildHouse, type House } from './house.ts';
import { leaksCommand } from './leaks/command.ts';
import { migrateTenants } from './prepare.ts';
import { siteCommands } from './site-commands.ts';

const commands: Record<string, Command> = {
  import: { usage: 'import <文件或文件夹> [--column <栏目编号>] [--map 字段=表头 …]', run: importCommand },
  'member add': {
    usage:
      'member add <手机号> --password <密码> [--name <名字>] [--vip <天数>] [--role admin|editor|reviewer|operator|finance]',
    run: memberCommand,
  },
  'columns import': { usage: 'columns import <JSON 文件>', run: columnsCommand },
  'search rebuild': { usage: 'search rebuild', run: rebuildCommand },
  'stocks import': { usage: 'stocks import <CSV 文件>', run: stocksCommand },
  ...contestCommands,
  ...siteCommands,
  leaks: leaksCommand,
  // It looks at what is wrong, so it cannot take for granted what the others do (see main).
  doctor: { usage: 'doctor', run: doctor },
};

const status = await main(process.argv.slice(2)).catch((error: unknown) => {
  const isKnown =
    error instanceof DomainError ||
    error instanceof ConfigError ||
    (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  console.error(isKnown ? (error as Error).message : error);
  return 1;
});
process.exit(status);

async function main(args: string[]): Promise<number> {
  const name = Object.keys(commands).find((words) =>
    words.split(' ').every((word, place) => args[place] === word),
  );
  const command = name === undefined ? undefined : commands[name];
  if (!name || !command) {
    console.error(
      `用法：npm run guanlan -- <命令>\n\n${Object.values(commands)
        .map(({ usage }) => `  ${usage}`)
        .join('\n')}`,
    );
    return args.length === 0 || args[0] === 'help' ? 0 : 1;
  }
  if (command.run === doctor) return doctor();
  const config = loadConfig();
  const joined = config.databaseUrl
    ? null
    : await joinPostgres({ dataDir: config.dataDir, log: (line) => console.error(line) });
  const connectionString = config.databaseUrl ?? joined?.connectionString ?? '';
  try {
    await migrateTenants(config, connectionString);
    const house = buildHouse(config, connectionString);
    try {
      return await command.run(
        args.slice(name.split(' ').length),
        house,
        house.contextOf(house.defaultTenant),
      );
    } finally {
      await house.close();
    }
  } finally {
    await joined?.leave();
  }
}

async function importCommand(args: string[], house: House, ctx: Context): Promise<number> {
  const options = { column: { type: 'string' }, map: { type: 'string', multiple: true } } as const;
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
  const [path, ...rest] = positionals;
  if (!path || rest.length > 0) throw new ConfigError(`用法：${commands.import?.usage}`);
  const mapping = Object.fromEntries(
    (values.map ?? []).map((pair) => pair.split('=', 2) as [string, string]),
  );
  const count = await importPosts(ctx, {
    path: callersPath(path),
    columnId: values.column,
    ...(values.map ? { mapping } : {}),
    files: house.files,
    report: (line) => console.error(line),
    progress: (done) => {
      if (done % 1000 === 0) console.error(`已处理 ${done} 条 …`);
    },
  });
  if (count.added > 0 && !(await awaitIndexed(ctx))) console.error('新内容将在门户下次启动后进入搜索。');
  return finish(count);
}

async function columnsCommand(args: string[], _: House, ctx: Context): Promise<number> {
  const [path, ...rest] = args;
  if (!path || rest.length > 0) throw new ConfigError(`用法：${commands['columns import']?.usage}`);
  const count = await defineColumns(ctx, readJson(callersPath(path)));
  console.log(`已写入 ${count} 个栏目，门户的菜单立即生效。`);
  return 0;
}

/** @throws ConfigError for a file that is missing or no JSON */
function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ConfigError(
      `读不了 ${path}：${error instanceof SyntaxError ? '不是合法的 JSON' : '文件不存在或无权读取'}`,
    );
  }
}

async function rebuildCommand(_: string[], house: House, ctx: Context): Promise<number> {
  console.log(`搜索索引已重建，共 ${await rebuildIndex(ctx, house.searchIndexes)} 篇`);
  return 0;
}

async function stocksCommand(args: string[], _: House, ctx: Context): Promise<number> {
  const [path, ...rest] = args;
  if (!path || rest.length > 0) throw new ConfigError(`用法：${commands['stocks import']?.usage}`);
  return finish(await importStocks(ctx, callersPath(path), (line) => console.error(line)));
}

async function memberCommand(args: string[], _: House, ctx: Context): Promise<number> {
  const options = {
    password: { type: 'string' },
    name: { type: 'string' },
    vip: { type: 'string' },
    role: { type: 'string' },
  } as const;
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
  const [mobile = '', ...rest] = positionals;
  if (rest.length > 0 || values.password === undefined)
    throw new ConfigError(`用法：${commands['member add']?.usage}`);
  const vipDays = values.vip === undefined ? undefined : Number(values.vip);
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

/** The last line of long work; the exit status is 1 if any record failed (PRODUCT §7). */
function finish({
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
