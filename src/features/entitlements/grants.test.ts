import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { toIso } from '#shared/dates.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { findGrantHistory, giveGrant, type Period, revokeGrant } from './index.ts';

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
const end = (ctx: Context, id: string) => inTransaction(ctx, (trx) => revokeGrant(ctx, trx, id));
const ends = async () =>
  (
    await portal.ctx.db
      .selectFrom('grants')
      .select('ends_at')
      .where('member_id', '=', memberId)
      .orderBy('id')
      .execute()
  ).map(({ ends_at }) => ends_at && toIso(ends_at));

describe('VIP and columns extend from the later of now and the current end (docs/product.md §16)', () => {
  test('by calendar months, clamped to the end of the month', async () => {
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

  test('independently for each column', async () => {
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

  test('by every one of several concurrent grants', async () => {
    const now = at('2026-03-01T10:00:00+08:00');
    await Promise.all(Array.from({ length: 6 }, () => vip(now, { months: 1 })));
    expect((await ends()).at(-1)).toBe('2026-09-01T10:00:00+08:00');
  });
});

describe('revoking a grant', () => {
  test('removes its remaining time and keeps the full length of later grants', async () => {
    const first = await vip(at('2026-03-01T10:00:00+08:00'), { days: 30 });
    await vip(at('2026-03-02T10:00:00+08:00'), { days: 30 });
    await end(at('2026-03-11T10:00:00+08:00'), first.grantId);
    expect(await ends()).toEqual(['2026-03-11T10:00:00+08:00', '2026-04-10T10:00:00+08:00']);
    await end(at('2026-03-12T10:00:00+08:00'), first.grantId);
    expect((await ends())[1]).toBe('2026-04-10T10:00:00+08:00');
  });

  test('keeps the time of earlier grants', async () => {
    await vip(at('2026-03-01T10:00:00+08:00'), { days: 30 });
    const second = await vip(at('2026-03-02T10:00:00+08:00'), { days: 30 });
    await end(at('2026-03-11T10:00:00+08:00'), second.grantId);
    expect(await ends()).toEqual(['2026-03-31T10:00:00+08:00', '2026-03-31T10:00:00+08:00']);
  });

  test('does not change an expired grant, nor one that began after a gap', async () => {
    const first = await vip(at('2026-03-01T10:00:00+08:00'), { days: 5 });
    await vip(at('2026-04-01T10:00:00+08:00'), { days: 5 });
    await end(at('2026-04-02T10:00:00+08:00'), first.grantId);
    expect(await ends()).toEqual(['2026-03-06T10:00:00+08:00', '2026-04-06T10:00:00+08:00']);
  });

  test('locks a post at once, even in the millisecond of the grant', async () => {
    const now = at('2026-03-01T10:00:00+08:00');
    const { grantId, endsAt } = await inTransaction(now, (trx) =>
      giveGrant(now, trx, { memberId, scope: 'post', postId: '5', source: 'test' }),
    );
    expect(endsAt).toBeNull();
    await end(now, grantId);
    expect(await ends()).toEqual(['2026-03-01T10:00:00+08:00']);
  });
});

test('a trial counts as tried but not as a former subscription', async () => {
  const place = { memberId, scope: 'vip' as const, targetId: null };
  expect(await findGrantHistory(portal.ctx.db, place)).toEqual({ had: false, tried: false });
  await vip(portal.ctx, { days: 3 }, 'trial:order:1');
  expect(await findGrantHistory(portal.ctx.db, place)).toEqual({ had: false, tried: true });
  await vip(portal.ctx, { months: 1 }, 'order:2');
  expect(await findGrantHistory(portal.ctx.db, place)).toEqual({ had: true, tried: true });
});
