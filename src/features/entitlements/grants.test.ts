import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { toIso } from '#shared/dates.ts';
import { logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { endGrant, findHistory, giveGrant, type Period } from './index.ts';

let portal: Portal;
let memberId: string;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  memberId = (await logIn(portal)).memberId;
});

const at = (iso: string): Context => ({ ...portal.ctx, now: () => new Date(iso) });
const vip = (ctx: Context, period: Period, source = 'test') =>
  inTransaction(ctx, (trx) => giveGrant(ctx, trx, { memberId, scope: 'vip', period, source }));
const column = (ctx: Context, columnId: string, period: Period) =>
  inTransaction(ctx, (trx) =>
    giveGrant(ctx, trx, { memberId, scope: 'column', columnId, period, source: 'test' }),
  );
const end = (ctx: Context, id: string) => inTransaction(ctx, (trx) => endGrant(ctx, trx, id));
const ends = async () =>
  (
    await portal.ctx.db
      .selectFrom('grants')
      .select('ends_at')
      .where('member_id', '=', memberId)
      .orderBy('id')
      .execute()
  ).map(({ ends_at }) => ends_at && toIso(ends_at));

describe('VIP and columns extend from the later of now and the end (PRODUCT §6)', () => {
  test('by calendar months, clamped', async () => {
    const now = at('2026-01-31T10:00:00+08:00');
    await vip(now, { months: 1 });
    await vip(now, { months: 1 });
    await vip(at('2026-06-15T10:00:00+08:00'), { months: 12 });
    expect(await ends()).toEqual([
      '2026-02-28T10:00:00+08:00',
      '2026-03-28T10:00:00+08:00',
      '2027-06-15T10:00:00+08:00',
    ]);
  });

  test('each column by itself', async () => {
    const now = at('2026-03-01T10:00:00+08:00');
    await column(now, '2', { days: 10 });
    await column(now, '3', { days: 10 });
    await column(now, '2', { days: 10 });
    expect(await ends()).toEqual([
      '2026-03-11T10:00:00+08:00',
      '2026-03-11T10:00:00+08:00',
      '2026-03-21T10:00:00+08:00',
    ]);
  });

  test('two at once are both given', async () => {
    const now = at('2026-03-01T10:00:00+08:00');
    await Promise.all(Array.from({ length: 6 }, () => vip(now, { months: 1 })));
    expect((await ends()).at(-1)).toBe('2026-09-01T10:00:00+08:00');
  });
});

describe('what is taken back', () => {
  test('takes what is left of it and nothing of what was given on top', async () => {
    const first = await vip(at('2026-03-01T10:00:00+08:00'), { days: 30 });
    await vip(at('2026-03-02T10:00:00+08:00'), { days: 30 });
    await end(at('2026-03-11T10:00:00+08:00'), first.grantId);
    expect(await ends()).toEqual(['2026-03-11T10:00:00+08:00', '2026-04-10T10:00:00+08:00']);
    await end(at('2026-03-12T10:00:00+08:00'), first.grantId);
    expect((await ends())[1]).toBe('2026-04-10T10:00:00+08:00');
  });

  test('leaves what was there before', async () => {
    await vip(at('2026-03-01T10:00:00+08:00'), { days: 30 });
    const second = await vip(at('2026-03-02T10:00:00+08:00'), { days: 30 });
    await end(at('2026-03-11T10:00:00+08:00'), second.grantId);
    expect(await ends()).toEqual(['2026-03-31T10:00:00+08:00', '2026-03-31T10:00:00+08:00']);
  });

  test('what has run out stays, and so does what came after a gap', async () => {
    const first = await vip(at('2026-03-01T10:00:00+08:00'), { days: 5 });
    await vip(at('2026-04-01T10:00:00+08:00'), { days: 5 });
    await end(at('2026-04-02T10:00:00+08:00'), first.grantId);
    expect(await ends()).toEqual(['2026-03-06T10:00:00+08:00', '2026-04-06T10:00:00+08:00']);
  });

  test('a piece is closed at once, even in the moment it was given', async () => {
    const now = at('2026-03-01T10:00:00+08:00');
    const { grantId, endsAt } = await inTransaction(now, (trx) =>
      giveGrant(now, trx, { memberId, scope: 'post', postId: '5', source: 'test' }),
    );
    expect(endsAt).toBeNull();
    await end(now, grantId);
    expect(await ends()).toEqual(['2026-03-01T10:00:00+08:00']);
  });
});

test('a trial is remembered as a trial, and not as having had it', async () => {
  const place = { memberId, scope: 'vip' as const, targetId: null };
  expect(await findHistory(portal.ctx.db, place)).toEqual({ had: false, tried: false });
  await vip(portal.ctx, { days: 3 }, 'trial:order:1');
  expect(await findHistory(portal.ctx.db, place)).toEqual({ had: false, tried: true });
  await vip(portal.ctx, { months: 1 }, 'order:2');
  expect(await findHistory(portal.ctx.db, place)).toEqual({ had: true, tried: true });
});
