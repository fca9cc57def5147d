import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { giveVip } from '#features/entitlements/index.ts';
import { logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { listenForChanges } from './changes.ts';

let portal: Portal;
let changes: { stop(): Promise<void> };
beforeAll(async () => {
  portal = await openPortal();
  changes = await listenForChanges(portal.house);
});
afterAll(async () => {
  await changes.stop();
  await portal.close();
});

const profile = async (token: string) => {
  const { status, body } = await portal.ask('GET /member/profile', { token });
  return status === 200 ? body.data : status;
};

test('a remembered session ends with its row, however that was deleted', async () => {
  const { token, memberId } = await logIn(portal, {});
  expect(await profile(token)).toMatchObject({ id: memberId });
  expect(await profile(token)).toMatchObject({ id: memberId });
  await portal.ctx.db.deleteFrom('sessions').where('member_id', '=', memberId).execute();
  await vi.waitFor(async () => expect(await profile(token)).toBe(401));
});

test('a remembered session hears of a block, a role and a VIP membership', async () => {
  const { token, memberId } = await logIn(portal, {});
  expect(await profile(token)).toMatchObject({ vipUntil: null, menuIds: [] });
  await giveVip(portal.ctx, memberId, 30, 'test');
  await vi.waitFor(async () => expect((await profile(token)).vipUntil).not.toBeNull());
  await portal.ctx.db.insertInto('member_roles').values({ member_id: memberId, role: 'editor' }).execute();
  await vi.waitFor(async () => expect((await profile(token)).menuIds).toContain('content.publish'));
  await portal.ctx.db
    .updateTable('members')
    .set({ blocked_at: new Date() })
    .where('id', '=', memberId)
    .execute();
  await vi.waitFor(async () => expect(await profile(token)).toBe(401));
});
