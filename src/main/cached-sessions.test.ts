import { afterAll, beforeAll, expect, test } from 'vitest';
import { giveVip } from '#features/entitlements/index.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { waitFor } from '#testing/wait-for.ts';
import { listenForChanges } from './listen-for-changes.ts';

let portal: Portal;
let changes: { stop(): Promise<void> };
beforeAll(async () => {
  portal = await openPortal();
  changes = await listenForChanges(portal.app);
});
afterAll(async () => {
  await changes.stop();
  await portal.close();
});

const fetchProfile = async (token: string) => {
  const { status, body } = await portal.call('GET /member/profile', { token });
  return status === 200 ? body.data : status;
};

test('drops a cached session when its row is deleted, by whatever statement', async () => {
  const { token, memberId } = await logIn(portal, {});
  expect(await fetchProfile(token)).toMatchObject({ id: memberId });
  expect(await fetchProfile(token)).toMatchObject({ id: memberId });
  await portal.ctx.db.deleteFrom('sessions').where('member_id', '=', memberId).execute();
  await waitFor(async () => expect(await fetchProfile(token)).toBe(401));
});

test('updates a cached session after a block, a change of role and a VIP membership', async () => {
  const { token, memberId } = await logIn(portal, {});
  expect(await fetchProfile(token)).toMatchObject({ vipUntil: null, menuIds: [] });
  await giveVip(portal.ctx, memberId, 30, 'test');
  await waitFor(async () => expect((await fetchProfile(token)).vipUntil).not.toBeNull());
  await portal.ctx.db.insertInto('member_roles').values({ member_id: memberId, role: 'editor' }).execute();
  await waitFor(async () => expect((await fetchProfile(token)).menuIds).toContain('content.publish'));
  await portal.ctx.db
    .updateTable('members')
    .set({ blocked_at: new Date() })
    .where('id', '=', memberId)
    .execute();
  await waitFor(async () => expect(await fetchProfile(token)).toBe(401));
});
