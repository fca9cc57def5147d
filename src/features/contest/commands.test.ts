import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { FeatureCommand } from '#kernel/command.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { usageError } from '#main/command.ts';
import { addMemberCommand } from '#main/content-commands.ts';
import type { CommandName } from '#main/usages.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { importCommand, recomputeCommand } from './commands.ts';
import { fillOrders, findSeason, placeOrders } from './index.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());
afterEach(() => vi.restoreAllMocks());

type Run = (args: string[]) => Promise<number>;
const ofFeature =
  (command: FeatureCommand, name: CommandName): Run =>
  (args) =>
    command(args, portal.ctx, () => usageError(name));
const commands = {
  'contest import': ofFeature(importCommand, 'contest import'),
  'contest recompute': ofFeature(recomputeCommand, 'contest recompute'),
  'member add': (args: string[]) => addMemberCommand(args, portal.app, portal.ctx),
};

async function run(name: keyof typeof commands, ...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line) => out.push(String(line)));
  vi.spyOn(console, 'error').mockImplementation((line) => err.push(String(line)));
  const status = await commands[name](args);
  return { status, out, err };
}

const file = (name: string, text: string): string => {
  const path = join(portal.app.config.dataDir, name);
  writeFileSync(path, text);
  return path;
};

test('importing reports the invalid lines, imports the others, and exits with status 1', async () => {
  const path = file('a.csv', 'code,name,board\n697012,禾垣电力,main\n697013,无处,mars\n');
  const bad = await run('contest import', path, '--kind', 'instruments');
  expect(bad).toMatchObject({ status: 1, out: ['added=1 unchanged=0 skipped=0 failed=1 warnings=0'] });
  expect(bad.err).toEqual([expect.stringContaining('第 3 行：板块（board）不正确')]);
  const good = file('b.csv', 'code,name,board\n697012,禾垣电力,main\n');
  expect(await run('contest import', good, '--kind', 'instruments')).toMatchObject({
    status: 0,
    out: ['added=0 unchanged=1 skipped=0 failed=0 warnings=0'],
  });
});

test.each([[['a.csv']], [['a.csv', '--kind', 'weekly']], [['--kind', 'daily']]])(
  'importing %j prints the usage',
  async (args) => {
    await expect(run('contest import', ...args)).rejects.toThrow('contest import <CSV 文件> --kind');
  },
);

test('recomputing finds no difference in a correct season, and names a player whose balance was tampered with', async () => {
  const { ctx } = portal;
  await sql`insert into instruments (code, name, initials, board) values ('697020', '岬浦航运', 'JPHY', 'main')`.execute(
    ctx.db,
  );
  expect(await run('contest recompute')).toMatchObject({ status: 0, out: ['differences=0'] });
  const { rows } = await sql<{ player: string }>`
    with member as (
      insert into members (mobile, name, password_hash) values ('13500000001', '顾潮', '') returning id
    ), season as (
      insert into contest_seasons (name, starts_on, ends_on, starting_cash, boards, is_open)
      values ('春季赛', '2026-11-02', '2026-12-31', 10000000, '{main}', true) returning id
    ), player as (
      insert into contest_players (season_id, member_id, mobile_hash)
      select season.id, member.id, '\\x01' from season, member returning id
    )
    insert into contest_entries (player_id, kind, day, cash, at)
    select id, 'start', '2026-11-02', 10000000, now() from player returning player_id player`.execute(ctx.db);
  const player = rows[0]?.player ?? '';
  let now = new Date('2026-11-02T10:00:00+08:00');
  const ctxAtTime = { ...ctx, now: () => now };
  const quote = () => sql`
    insert into latest_quotes (code, at, open, high, low, last, previous_close)
    values ('697020', ${now}, 10000, 10000, 10000, 10000, 10000) on conflict (code) do update set at = excluded.at`;
  await quote().execute(ctx.db);
  await inTransaction(ctxAtTime, async (trx) => {
    const season = await findSeason(trx, (await seasonIds())[0] ?? '');
    if (!season) throw new Error('no season');
    await placeOrders(ctxAtTime, trx, season, [
      { playerId: player, code: '697020', side: 'buy', price: null, quantity: 100 },
    ]);
  });
  now = new Date('2026-11-02T10:00:03+08:00');
  await quote().execute(ctx.db);
  expect(await fillOrders(ctxAtTime, { freshMs: 60_000 })).toBe(1);

  const clean = await run('contest recompute', '春季赛');
  expect(clean.status).toBe(0);
  expect(clean.out[0]).toMatch(/^season=\d+ players=1 entries=3 differences=0\t春季赛$/);
  expect(clean.out.at(-1)).toBe('differences=0');

  await sql`update contest_players set cash = cash + 700 where id = ${player}`.execute(ctx.db);
  const found = await run('contest recompute');
  expect(found.status).toBe(1);
  expect(found.out[0]).toMatch(new RegExp(`^赛季 春季赛\t选手 ${player} 顾潮\t资金\t记录 \\d+\t重算 \\d+$`));
  const [, kept = 0, rebuilt = 0] = /记录 (\d+)\t重算 (\d+)/.exec(found.out[0] ?? '') ?? [];
  expect(Number(kept) - Number(rebuilt)).toBe(700);
  expect(found.out.at(-1)).toBe('differences=1');
});

const seasonIds = async () =>
  (await portal.ctx.db.selectFrom('contest_seasons').select('id').execute()).map(({ id }) => id);

test('reports an unknown season by its name', async () => {
  await expect(run('contest recompute', '没有的赛季')).rejects.toThrow('没有这个赛季：没有的赛季');
});

test('adds a member with name, role and VIP, who can log in', async () => {
  const person = { mobile: '13712345678', password: '潮起潮落 8 times' };
  const added = await run(
    'member add',
    ...[person.mobile, '--password', person.password, '--name', '借调的人'],
    ...['--role', 'operator', '--vip', '30'],
  );
  expect(added).toMatchObject({
    status: 0,
    out: [expect.stringMatching(/^会员 13712345678 已就绪，编号 \d+$/)],
  });
  const { body: grant } = await portal.call('POST /blade-auth/oauth/token', {
    body: { grant_type: 'password', username: person.mobile, password: person.password },
  });
  expect(grant).toMatchObject({ nick_name: '借调的人', role_name: '运营' });
  const { body: profile } = await portal.call('GET /member/profile', { token: grant.access_token });
  expect(Date.parse(profile.data.vipUntil)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
});
