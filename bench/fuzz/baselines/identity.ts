import { TOTP } from 'otpauth';
import { setupKey } from '#features/identity/index.ts';
import { receiveCode, solveProof } from '#testing/posts-and-members.ts';
import { otherTenant } from '../portal.ts';
import { picture } from '../samples.ts';
import { consents, type Person, password, type World } from '../world.ts';
import type { Baselines } from './baseline.ts';

const requestSmsCode = (world: World, phone: string, purpose: string, person?: Person) =>
  receiveCode(world.portal, { phone, purpose, ...(person && { token: person.token }) });

const newPhone = (world: World) => `136${String(world.unique()).padStart(8, '0')}`;

async function requestMailCode(world: World, person: Person, email: string): Promise<string> {
  await world.call('POST /member/sendMailCode', person, { body: { email } });
  const { body } = await world.ctx.db
    .selectFrom('outbox_messages')
    .select('body')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return /\d{6}/.exec(body)?.[0] ?? '';
}

const beginTotp = async (world: World, person: Person): Promise<string> =>
  (await world.call('POST /member/beginTotp', person, { body: { password } })).secret;

const totpCode = (secret: string, steps = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

async function memberWithTotp(world: World) {
  const person = await world.newMember();
  const secret = await beginTotp(world, person);
  await world.call('POST /member/enableTotp', person, { body: { value: totpCode(secret, -1) } });
  return { ...person, secret };
}

/** Scans the QR code at the WeChat sandbox. @returns the parameters with which WeChat's page redirects the browser */
async function scanWechat(world: World, purpose: string, person?: Person) {
  await world.ctx.db.deleteFrom('external_accounts').execute();
  const { body, headers } = await world.portal.call('GET /reception/wechat/parameters', {
    query: { purpose },
    ...(person && { token: person.token }),
  });
  const { appId, redirectUri, state } = body.data;
  const form = new URLSearchParams({ appid: appId, redirect_uri: redirectUri, state, person: 'new' });
  const back = await fetch(`http://127.0.0.1:${world.portal.ports.wechat}/connect/confirm`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  const given = new URL(back.headers.get('location') ?? '').searchParams;
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  return { cookie, code: given.get('code') ?? '', state: given.get('state') ?? '' };
}

const newInvitation = (world: World, roles = ['editor']) =>
  world.callAdmin('POST invitation/create', { body: { name: '周明', roles, days: 7 } });

// The number of keys is limited.
async function apiKeyInput(world: World) {
  await world.ctx.db.deleteFrom('api_keys').execute();
  return { name: '导入脚本', scopes: ['content.view'], days: 90 };
}

const newApiKey = async (world: World): Promise<string> =>
  (await world.callAdmin('POST apiKey/create', { body: await apiKeyInput(world) })).id;

const newRole = async (world: World): Promise<string> =>
  (
    await world.callAdmin('POST role/create', {
      body: { name: `角色${world.unique()}`, permissions: ['content.view'] },
    })
  ).code;

const newMemberId = async (world: World) => (await world.newMember()).memberId;
const newEditorId = async (world: World) => (await world.newMember({ role: 'editor' })).memberId;

export const identityBaselines: Baselines = {
  'POST /blade-auth/oauth/token': async (world) => {
    const { mobile } = await world.newMember();
    return { body: { grant_type: 'password', username: mobile, password, ...consents } };
  },
  'GET /blade-auth/oauth/logout': async (world) => ({ as: await world.newMember() }),
  'POST /blade-auth/oauth/sms/send-validate': async (world) => ({
    body: { phone: newPhone(world), purpose: 'login', proof: await solveProof(world.portal) },
  }),
  'POST /reception/resetPassword': async (world) => {
    const { mobile } = await world.newMember();
    return {
      body: {
        phone: mobile,
        value: await requestSmsCode(world, mobile, 'reset'),
        password: 'another good one',
      },
    };
  },
  'POST /member/bindWechat': async (world) => {
    const person = await world.newMember();
    const { cookie, ...given } = await scanWechat(world, 'bind', person);
    return { as: person, body: given, headers: { cookie } };
  },
  'POST /member/unbindWechat': async (world) => {
    const person = await world.newMember();
    const { cookie, ...given } = await scanWechat(world, 'bind', person);
    await world.call('POST /member/bindWechat', person, { body: given, headers: { cookie } });
    return { as: person };
  },
  'POST /member/updateProfile': async (world) => ({
    as: await world.newMember(),
    body: { name: '新的昵称' },
  }),
  'POST /member/uploadAvatar': async (world) => ({
    as: await world.newMember(),
    file: { name: 'me.png', type: 'image/png', bytes: await picture() },
  }),
  'POST /member/changePassword': async (world) => ({
    as: await world.newMember(),
    body: { oldPassword: password, password: 'another good one' },
  }),
  'POST /member/changeMobile': async (world) => {
    const person = await world.newMember();
    const phone = newPhone(world);
    const oldValue = await requestSmsCode(world, person.mobile, 'change-old', person);
    return {
      as: person,
      body: { oldValue, phone, value: await requestSmsCode(world, phone, 'change', person) },
    };
  },
  'POST /member/sendMailCode': async (world) => ({
    as: await world.newMember(),
    body: { email: `u${world.unique()}@example.cn` },
  }),
  'POST /member/changeEmail': async (world) => {
    const person = await world.newMember();
    const email = `u${world.unique()}@example.cn`;
    return { as: person, body: { email, value: await requestMailCode(world, person, email) } };
  },
  'POST /member/revokeSession': async (world) => {
    const person = await world.newMember();
    await world.portal.call('POST /blade-auth/oauth/token', {
      body: { grant_type: 'password', username: person.mobile, password, ...consents },
    });
    const sessions: { id: string; isCurrent: boolean }[] = await world.call('GET /member/sessions', person);
    return { as: person, query: { id: sessions.find(({ isCurrent }) => !isCurrent)?.id } };
  },
  'POST /member/beginTotp': async (world) => ({ as: await world.newMember(), body: { password } }),
  'POST /member/enableTotp': async (world) => {
    const person = await world.newMember();
    return { as: person, body: { value: totpCode(await beginTotp(world, person)) } };
  },
  'POST /member/disableTotp': async (world) => {
    const person = await memberWithTotp(world);
    return { as: person, body: { value: totpCode(person.secret) } };
  },
  'POST /member/requestDeletion': async (world) => {
    const person = await world.newMember();
    return { as: person, body: { value: await requestSmsCode(world, person.mobile, 'delete', person) } };
  },
  'POST /member/cancelDeletion': async (world) => ({ as: await world.newMember() }),
  'POST /member/revokeOtherSessions': async (world) => ({ as: await world.newMember() }),
  'POST /member/createFeedAddress': async (world) => ({ as: await world.newMember() }),
  'POST /member/revokeFeedAddress': async (world) => {
    const person = await world.newMember();
    await world.call('POST /member/createFeedAddress', person);
    return { as: person };
  },
  'GET /admin/member/detail': async (world) => ({ query: { id: await newMemberId(world) } }),
  'POST /admin/member/reveal': async (world) => ({ body: { id: await newMemberId(world) } }),
  'POST /admin/member/create': (world) => ({
    body: { mobile: `136${String(world.unique()).padStart(8, '0')}`, name: '新会员' },
  }),
  'POST /admin/member/block': async (world) => ({ body: { id: await newMemberId(world), reason: '违规' } }),
  'POST /admin/member/unblock': async (world) => {
    const id = await newMemberId(world);
    await world.callAdmin('POST member/block', { body: { id, reason: '违规' } });
    return { body: { id } };
  },
  'POST /admin/member/signOut': async (world) => ({ body: { id: await newMemberId(world) } }),
  'POST /admin/member/addTags': async (world) => ({
    body: { ids: [await newMemberId(world)], tags: ['重要'] },
  }),
  'POST /admin/member/removeTags': async (world) => ({
    body: { ids: [await newMemberId(world)], tags: ['重要'] },
  }),
  'GET /admin/member/grants': async (world) => ({ query: { id: await newMemberId(world) } }),
  'POST /admin/member/giveVip': async (world) => ({
    body: { id: await newMemberId(world), days: 30, reason: '补偿' },
  }),
  'POST /admin/member/endVip': async (world) => {
    const { memberId: id } = await world.newMember();
    // Called through the web process that ends the membership: another process's clock may be a few milliseconds ahead.
    await world.callAdmin('POST member/giveVip', { body: { id, days: 30, reason: '活动' } });
    return { body: { id, reason: '误发' } };
  },
  'POST /admin/role/create': (world) => ({
    body: { name: `角色${world.unique()}`, permissions: ['content.view'] },
  }),
  'POST /admin/role/save': async (world) => ({
    body: { code: await newRole(world), name: `改名${world.unique()}`, permissions: ['content.view'] },
  }),
  'POST /admin/role/delete': async (world) => ({ body: { code: await newRole(world) } }),
  'POST /admin/staff/setColumns': async (world) => ({
    body: { id: await newEditorId(world), columnIds: ['2'] },
  }),
  'POST /admin/staff/giveRole': async (world) => ({ body: { id: await newMemberId(world), role: 'editor' } }),
  'POST /admin/staff/takeRole': async (world) => ({ body: { id: await newEditorId(world), role: 'editor' } }),
  'POST /admin/staff/resetTotp': async (world) => {
    const { memberId } = await memberWithTotp(world);
    await world.callAdmin('POST staff/giveRole', { body: { id: memberId, role: 'editor' } });
    return { body: { id: memberId } };
  },
  'POST /admin/apiKey/create': async (world) => ({ body: await apiKeyInput(world) }),
  'POST /admin/apiKey/revoke': async (world) => ({ body: { id: await newApiKey(world) } }),
  'POST /admin/invitation/create': () => ({ body: { name: '周明', roles: ['editor'], days: 7 } }),
  'POST /admin/invitation/revoke': async (world) => ({ body: { id: (await newInvitation(world)).id } }),
  'POST /reception/lookInvitation': async (world) => ({
    body: { token: (await newInvitation(world)).token },
  }),
  'POST /member/acceptInvitation': async (world) => ({
    as: await world.newMember(),
    body: { token: (await newInvitation(world)).token },
  }),
  'POST /reception/setup': async (world) => {
    const tenant = world.portal.app.tenants.get(otherTenant);
    if (!tenant) throw new Error('there is no second tenant');
    const ctx = world.portal.app.contextOf(tenant);
    await ctx.db.deleteFrom('member_roles').execute();
    const key = (await setupKey(ctx)) ?? '';
    // The previous set-up deleted the account, but this process has not received that notification yet.
    await ctx.db
      .insertInto('secrets')
      .values({ name: 'set-up', value: key })
      .onConflict((row) => row.column('name').doUpdateSet({ value: key }))
      .execute();
    return {
      headers: { 'tenant-id': otherTenant },
      body: {
        key,
        siteName: '另一站',
        mobile: newPhone(world),
        name: '站长',
        password: 'a long pass phrase 9',
      },
    };
  },
};
