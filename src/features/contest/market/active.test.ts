import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSeason, closeMarketPortal, codes, openMarketPortal, setQuote } from '#testing/contest.ts';
import type { Portal } from '#testing/portal.ts';

let portal: Portal;

beforeAll(async () => {
  portal = await openMarketPortal(undefined, '2026-11-02T10:00');
});
afterAll(() => closeMarketPortal(portal));

const active = async (seasonId: string) => {
  const { body } = await portal.call('GET /reception/contest/active', { query: { seasonId } });
  return body.data.map(({ code }: { code: string }) => code);
};
const trade = (code: string, amount: number) =>
  sql`update latest_quotes set amount = ${amount} where code = ${code}`.execute(portal.ctx.db);

test('lists the most traded securities of a season first, without those that cannot be traded now', async () => {
  const season = await addSeason(portal, { boards: ['main', 'chinext'] });
  expect(await active(season)).toEqual([]);
  for (const code of [codes.main, codes.other, codes.st, codes.chinext, codes.star, codes.index])
    await setQuote(portal, code, 10_000);
  await trade(codes.chinext, 300);
  await trade(codes.main, 200);
  await trade(codes.other, 100);
  for (const code of [codes.st, codes.star, codes.index]) await trade(code, 900);
  expect(await active(season)).toEqual([codes.chinext, codes.main, codes.other]);
  expect((await active(await addSeason(portal, { with_st: true })))[0]).toBe(codes.st);
  await setQuote(portal, codes.main, 10_000, { isSuspended: true });
  expect(await active(season)).toEqual([codes.chinext, codes.other]);
});

test('rejects an unknown season and a missing season id', async () => {
  const fetchActive = (query: Record<string, string>) =>
    portal.call('GET /reception/contest/active', { query });
  expect(await fetchActive({ seasonId: '999999' })).toMatchObject({
    status: 404,
    body: { msg: '没有这个赛季' },
  });
  expect(await fetchActive({})).toMatchObject({
    status: 400,
    body: { msg: expect.stringContaining('赛季编号') },
  });
});
