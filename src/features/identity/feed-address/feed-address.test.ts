import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '#shared/dates.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { deleteOtherSessions } from '../account/account-queries.ts';
import { deleteDueMembers } from '../account/deletion.ts';
import { resolveFeedReader } from './service.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal.close());

const create = async (token: string): Promise<string> =>
  (await portal.call('POST /member/createFeedAddress', { token })).body.data.token;
const resolve = (feedToken: string) => resolveFeedReader(portal.ctx, feedToken, '10.0.0.1');
const updateMember = (id: string, change: { blocked_at?: Date | null; deletion_due_at?: Date }) =>
  portal.ctx.db.updateTable('members').set(change).where('id', '=', id).execute();

test('a private feed address identifies its member, with VIP and without the permissions of staff', async () => {
  const { token, memberId } = await logIn(portal, { role: 'admin' });
  const feedToken = await create(token);
  expect(await resolve(feedToken)).toEqual({
    kind: 'member',
    memberId,
    sessionId: '0',
    permissions: new Set(),
    vipUntil: null,
  });
  const ends_at = new Date(Date.now() + 30 * dayMs);
  await portal.ctx.db
    .insertInto('grants')
    .values({ member_id: memberId, scope: 'vip', source: 'test', starts_at: new Date(), ends_at })
    .execute();
  expect(await resolve(feedToken)).toMatchObject({ vipUntil: ends_at.getTime() });
});

test('it does not open while the account is blocked, and is deleted with the account', async () => {
  const { token, memberId } = await logIn(portal);
  const feedToken = await create(token);
  await updateMember(memberId, { blocked_at: new Date() });
  await expect(resolve(feedToken)).rejects.toThrow('没有这个订阅地址');
  await updateMember(memberId, { blocked_at: null, deletion_due_at: new Date(Date.now() - dayMs) });
  expect(await resolve(feedToken)).toMatchObject({ memberId });
  expect(await deleteDueMembers(portal.ctx, portal.app)).toBe(1);
  await expect(resolve(feedToken)).rejects.toThrow('没有这个订阅地址');
  const rows = await portal.ctx.db
    .selectFrom('feed_addresses')
    .select('member_id')
    .where('member_id', '=', memberId)
    .execute();
  expect(rows).toEqual([]);
});

test('it ends with the other sessions, as after a new password', async () => {
  const { token, memberId } = await logIn(portal);
  const feedToken = await create(token);
  await deleteOtherSessions(portal.ctx.db, memberId, '0');
  await expect(resolve(feedToken)).rejects.toThrow('没有这个订阅地址');
});

test('the 21st address in a day is refused, and the one before stays', async () => {
  const { token } = await logIn(portal);
  let last = '';
  for (let count = 0; count < 20; count += 1) last = await create(token);
  const { status, body } = await portal.call('POST /member/createFeedAddress', { token });
  expect({ status, msg: body.msg }).toEqual({ status: 429, msg: '一天最多生成 20 次订阅地址，请明天再来' });
  expect((await resolve(last)).kind).toBe('member');
});
