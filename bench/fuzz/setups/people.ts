import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { setupKey } from '#features/identity/index.ts';
import { receiveCode, solveProof } from '#testing/posts-and-members.ts';
import { otherTenant } from '../portal.ts';
import { consents, type Person, password, type World } from '../world.ts';
import { after, byNewMember, type Kinds, keepNewest, type Setups } from './setup.ts';

const newPhone = (world: World) => `136${String(world.unique()).padStart(8, '0')}`;
const newAddress = (world: World) => `u${world.unique()}@example.cn`;

const requestCode = (world: World, purpose: string, phone: string, person?: Person) =>
  receiveCode(world.portal, { phone, purpose, ...(person && { token: person.token }) });

const totpCode = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Scans the QR code at the WeChat sandbox. Returns the parameters with which WeChat's page redirects the browser. */
async function scanWechat(world: World) {
  const by = await world.newMember();
  await world.ctx.db.deleteFrom('external_accounts').execute();
  const options = { query: { purpose: 'bind' }, token: by.token };
  const { body, headers } = await world.portal.call('GET /reception/wechat/parameters', options);
  const { appId, redirectUri, state } = body.data;
  const back = await fetch(`http://127.0.0.1:${world.portal.ports.wechat}/connect/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ appid: appId, redirect_uri: redirectUri, state, person: 'new' }),
    redirect: 'manual',
  });
  const given = Object.fromEntries(new URL(back.headers.get('location') ?? '').searchParams);
  return { by, ...given, headers: { cookie: String(headers['set-cookie']).split(';')[0] ?? '' } };
}

export const peopleKinds: Kinds = {
  会员编号: async (world) => (await world.newMember()).memberId,
  邮箱: newAddress,
  退信地址: newAddress,
  安全验证: (world) => solveProof(world.portal),
  角色: () => 'editor',
  角色编码: after('POST /admin/role/create'),
  邀请编号: after('POST /admin/invitation/create'),
  邀请码: after('POST /admin/invitation/create'),
  密钥编号: after('POST /admin/apiKey/create'),
};

const newEditor = async (world: World) => ({ id: (await world.newMember({ role: 'editor' })).memberId });

export const peopleSetups: Setups = {
  'POST /blade-auth/oauth/token': async (world) => {
    const { mobile: username } = await world.newMember();
    return { grant_type: 'password', username, password, ...consents };
  },
  'GET /blade-auth/oauth/logout': byNewMember,
  'POST /blade-auth/oauth/sms/send-validate': (world) => ({ phone: newPhone(world) }),
  'POST /reception/resetPassword': async (world) => {
    const { mobile: phone } = await world.newMember();
    const value = await requestCode(world, 'reset', phone);
    return { phone, value, password: 'another good one' };
  },
  'POST /member/bindWechat': scanWechat,
  'POST /member/unbindWechat': after('POST /member/bindWechat'),
  'POST /member/updateProfile': async (world) => ({ by: await world.newMember(), name: '新的昵称' }),
  'POST /member/uploadAvatar': byNewMember,
  'POST /member/changePassword': async (world) => ({ by: await world.newMember(), oldPassword: password }),
  'POST /member/changeMobile': async (world) => {
    const by = await world.newMember();
    const oldValue = await requestCode(world, 'change-old', by.mobile, by);
    const phone = newPhone(world);
    return { by, oldValue, phone, value: await requestCode(world, 'change', phone, by) };
  },
  'POST /member/sendMailCode': byNewMember,
  'POST /member/changeEmail': async (world, perform) => {
    const { by, email } = await perform('POST /member/sendMailCode');
    const { rows } = await sql<{ body: string }>`
      select body from outbox_messages where recipient = ${email}`.execute(world.ctx.db);
    return { by, email, value: /\d{6}/.exec(rows[0]?.body ?? '')?.[0] };
  },
  'POST /member/revokeSession': async (world) => {
    const by = await world.newMember();
    const body = { grant_type: 'password', username: by.mobile, password, ...consents };
    await world.portal.call('POST /blade-auth/oauth/token', { body });
    const sessions: { id: string; isCurrent: boolean }[] = await world.call('GET /member/sessions', by);
    return { by, id: sessions.find(({ isCurrent }) => !isCurrent)?.id };
  },
  'POST /member/beginTotp': async (world) => ({ by: await world.newMember(), password }),
  'POST /member/enableTotp': async (_, perform) => {
    const { by, secret } = await perform('POST /member/beginTotp');
    return { by, secret, value: totpCode(secret, -1) };
  },
  'POST /member/disableTotp': async (_, perform) => {
    const { by, secret } = await perform('POST /member/enableTotp');
    return { by, value: totpCode(secret) };
  },
  'POST /member/requestDeletion': async (world) => {
    const by = await world.newMember();
    return { by, value: await requestCode(world, 'delete', by.mobile, by) };
  },
  'POST /member/cancelDeletion': byNewMember,
  'POST /member/revokeOtherSessions': byNewMember,
  'POST /member/createFeedAddress': byNewMember,
  'POST /member/revokeFeedAddress': after('POST /member/createFeedAddress'),
  'POST /member/acceptInvitation': byNewMember,
  'POST /admin/member/create': (world) => ({ mobile: newPhone(world) }),
  'POST /admin/member/unblock': after('POST /admin/member/block'),
  // Called through the web process that ends the membership: another process's clock may be a few milliseconds ahead.
  'POST /admin/member/endVip': after('POST /admin/member/giveVip'),
  'POST /admin/staff/setColumns': newEditor,
  'POST /admin/staff/takeRole': newEditor,
  'POST /admin/staff/resetTotp': async (world, perform) => {
    const id = (await perform('POST /member/enableTotp')).by.memberId;
    await world.callAdmin('POST staff/giveRole', { body: { id, role: 'editor' } });
    return { id };
  },
  'POST /admin/apiKey/create': keepNewest('api_keys', 0),
  'POST /reception/setup': async (world) => {
    const tenant = world.portal.app.tenants.get(otherTenant);
    if (!tenant) throw new Error('there is no second tenant');
    const ctx = world.portal.app.contextOf(tenant);
    await ctx.db.deleteFrom('member_roles').execute();
    const key = (await setupKey(ctx)) ?? '';
    // The previous set-up deleted the account, but this process has not received that notification yet.
    await sql`insert into secrets (name, value) values ('set-up', ${key})
      on conflict (name) do update set value = excluded.value`.execute(ctx.db);
    return { headers: { 'tenant-id': otherTenant }, key, mobile: newPhone(world) };
  },
};
