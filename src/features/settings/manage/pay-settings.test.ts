import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AlipayStandIn, startAlipay } from '#testing/alipay.ts';
import { addOrder, orderState } from '#testing/orders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { startStandInServer } from '#testing/stand-in-server.ts';
import { secretsOf, startWechatPay, type WechatPayStandIn } from '#testing/wechat-pay.ts';
import { explainAlipay, explainWechatPay } from './pay-faults.ts';

const keyPair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
};
const stranger = keyPair();

let portal: Portal;
let wechat: WechatPayStandIn;
let alipay: AlipayStandIn;
let admin: string;
let buyer: { token: string; memberId: string };
let wechatPay: Record<string, string>;
let alipayValues: Record<string, string>;
beforeAll(async () => {
  wechat = await startWechatPay();
  alipay = await startAlipay();
  // The endpoints come from the environment, which contains no merchant.
  portal = await openPortal({
    WECHAT_PAY_API: wechat.origin,
    ALIPAY_API: alipay.origin,
    SITE_URL: 'https://news.example.cn',
    PAY_SANDBOX_PORT: '1',
  });
  wechat.sendNoticesTo(portal);
  alipay.sendNoticesTo(portal);
  wechatPay = {
    provider: 'wechat',
    merchantId: wechat.settings.WECHAT_PAY_MCH_ID ?? '',
    appId: wechat.settings.WECHAT_PAY_APP_ID ?? '',
    serial: wechat.settings.WECHAT_PAY_SERIAL ?? '',
    privateKey: wechat.settings.WECHAT_PAY_PRIVATE_KEY ?? '',
    apiKey: wechat.settings.WECHAT_PAY_API_KEY ?? '',
    publicKeyId: wechat.settings.WECHAT_PAY_PUBLIC_KEY_ID ?? '',
    publicKey: wechat.settings.WECHAT_PAY_PUBLIC_KEY ?? '',
  };
  alipayValues = {
    provider: 'alipay',
    appId: alipay.settings.ALIPAY_APP_ID ?? '',
    sellerId: alipay.settings.ALIPAY_SELLER_ID ?? '',
    privateKey: alipay.settings.ALIPAY_PRIVATE_KEY ?? '',
    publicKey: alipay.settings.ALIPAY_PUBLIC_KEY ?? '',
  };
  ({ token: admin } = await logIn(portal, { role: 'admin' }));
  buyer = await logIn(portal);
});
afterAll(async () => {
  await wechat.stop();
  await alipay.close();
  await portal.close();
});
beforeEach(async () => {
  await portal.ctx.db.deleteFrom('site_settings').execute();
  await portal.ctx.db.deleteFrom('audit_entries').execute();
  await portal.ctx.db.deleteFrom('rate_limits').execute();
});

type Values = Record<string, unknown>;
const list = async () => (await portal.call('GET /admin/settings/list', { token: admin })).body.data;
const group = async (name: string) =>
  (await list()).groups.find((one: { name: string }) => one.name === name);
const save = async (name: string, values: Values) =>
  (
    await portal.call('POST /admin/settings/save', {
      token: admin,
      body: { group: name, values, base: (await group(name)).updatedAt },
    })
  ).body;
const attempt = async (name: string, values: Values) =>
  (await portal.call('POST /admin/settings/try', { token: admin, body: { group: name, values } })).body;
const channels = async () =>
  (await portal.call('GET /reception/getPayChannels')).body.data.gateways.map(
    ({ name }: { name: string }) => name,
  );
const startPayment = (id: string, way: object) =>
  portal.call('POST /member/payOrder', { token: buyer.token, body: { id, ...way } });

describe('a merchant configured in the back office', () => {
  test('receives the next payment without a restart, and replaces the sandbox', async () => {
    expect(await channels()).toEqual(['sandbox']);
    expect(await save('wechatPay', wechatPay)).toMatchObject({ code: 200, data: { source: 'desk' } });
    expect(await channels()).toEqual(['wechat']);
    const id = await addOrder(portal, buyer.memberId);
    const { body } = await startPayment(id, { gateway: 'wechat', channel: 'native' });
    expect(body.data).toMatchObject({ state: 'pending', codeUrl: expect.any(String) });
    const trade = (await orderState(portal, id)).payments[0]?.trade_number ?? '';
    wechat.pay(trade);
    await wechat.whenIdle();
    const { body: state } = await portal.call('GET /member/getPayState', {
      token: buyer.token,
      query: { id },
    });
    expect(state.data.state, 'its notice was believed').toBe('paid');
    await save('wechatPay', { provider: 'none' });
    expect(await channels()).toEqual(['sandbox']);
  });

  test('can be one at Alipay as well', async () => {
    await save('alipay', alipayValues);
    expect(await channels()).toEqual(['alipay']);
    const id = await addOrder(portal, buyer.memberId);
    const { body } = await startPayment(id, { gateway: 'alipay', channel: 'page' });
    expect(await alipay.openPayPage(body.data.redirectUrl)).toBe(200);
    const trade = (await orderState(portal, id)).payments[0]?.trade_number ?? '';
    await alipay.pay(trade);
    const { body: state } = await portal.call('GET /member/getPayState', {
      token: buyer.token,
      query: { id },
    });
    expect(state.data.state).toBe('paid');
  });

  test('takes precedence over the environment’s, until it is reset', async () => {
    const other = await openPortal({ ...wechat.settings, SITE_MODE: 'demo' });
    const { token } = await logIn(other, { role: 'admin' });
    const merchant = async () => (await other.app.settings(other.ctx)).pay.wechat?.merchantId;
    const held = await other.call('GET /admin/settings/list', { token });
    expect(
      held.body.data.groups.find(({ name }: { name: string }) => name === 'wechatPay').values,
    ).toMatchObject({
      merchantId: '1900009191',
      privateKey: { isSet: true, last4: '' },
      publicKeyId: wechatPay.publicKeyId,
    });
    for (const secret of wechat.secrets) expect(held.text).not.toContain(secret);
    const body = {
      group: 'wechatPay',
      base: null,
      values: { ...wechatPay, merchantId: '1900002222' },
    };
    expect((await other.call('POST /admin/settings/save', { token, body })).status).toBe(200);
    expect(await merchant()).toBe('1900002222');
    await other.call('POST /admin/settings/reset', { token, body: { group: 'wechatPay' } });
    expect(await merchant()).toBe('1900009191');
    await other.close();
  });

  test('keeps the environment’s secret if the field is left empty', async () => {
    const other = await openPortal(wechat.settings);
    const { token } = await logIn(other, { role: 'admin' });
    const values = { ...wechatPay, appId: 'wxanother00000001', privateKey: '', apiKey: '' };
    const body = { group: 'wechatPay', base: null, values };
    expect((await other.call('POST /admin/settings/save', { token, body })).status).toBe(200);
    const tried = await other.call('POST /admin/settings/try', {
      token,
      body: { group: 'wechatPay', values },
    });
    expect(tried.body.data).toMatchObject({ isOk: true });
    await other.close();
  });

  test('needs a public address for payment notices', async () => {
    const other = await openPortal({ WECHAT_PAY_API: wechat.origin });
    const { token } = await logIn(other, { role: 'admin' });
    const set = (name: string, values: Values) =>
      other.call('POST /admin/settings/save', { token, body: { group: name, values, base: null } });
    expect((await set('wechatPay', wechatPay)).body).toMatchObject({
      code: 400,
      msg: expect.stringContaining('网站地址'),
    });
    expect((await set('wechatPay', { provider: 'none' })).status).toBe(200);
    await other.call('POST /admin/settings/reset', { token, body: { group: 'wechatPay' } });
    await set('site', { name: '观澜', url: 'https://desk.example.cn' });
    expect((await set('wechatPay', wechatPay)).status).toBe(200);
    expect(await other.app.payments.origin(other.ctx)).toBe('https://desk.example.cn');
    await other.close();
  });

  test('can be absent on a live portal, which then sells nothing and has no sandbox', async () => {
    const live = await openPortal({
      ...wechat.settings,
      SITE_MODE: 'live',
      SITE_URL: 'https://news.example.cn',
      SMS_PROVIDER: 'aliyun',
      ALIYUN_ACCESS_KEY_ID: 'a',
      ALIYUN_ACCESS_KEY_SECRET: 'b',
      ALIYUN_SMS_SIGN: 'c',
      ALIYUN_SMS_TEMPLATES: 'SMS_1',
      SMTP_URL: 'smtps://a:b@mail.example.cn:465',
      MAIL_FROM: 'a@example.cn',
      API_CLIENT: 'guanlan:a-live-secret',
    });
    const names = async () => (await live.app.payments.gateways(live.ctx)).map(({ name }) => name);
    expect(await names()).toEqual(['wechat']);
    await live.ctx.db
      .insertInto('site_settings')
      .values({ name: 'wechatPay', value: JSON.stringify({ ...emptyWechatPay, provider: 'none' }) })
      .execute();
    expect(await names()).toEqual([]);
    await live.close();
  });

  test.each([
    ['wechatPay', { merchantId: 'x' }, '商户号'],
    ['wechatPay', { appId: 'x' }, 'AppID'],
    ['wechatPay', { serial: 'x' }, '商户证书序列号'],
    ['wechatPay', { privateKey: 'not-a-key' }, '私钥'],
    ['wechatPay', { privateKey: '/etc/passwd' }, '私钥应为 RSA 私钥的 PEM'],
    ['wechatPay', { apiKey: 'short' }, 'APIv3 密钥'],
    ['wechatPay', { publicKeyId: 'x' }, '微信支付公钥 ID'],
    ['wechatPay', { publicKey: stranger.privateKey }, '公钥应为 RSA 公钥'],
    ['wechatPay', { serial: '' }, '请填写商户证书序列号'],
    ['alipay', { appId: 'x' }, 'AppID'],
    ['alipay', { sellerId: '1' }, '收款支付宝账号'],
    ['alipay', { privateKey: '' }, '请填写私钥'],
    ['alipay', { publicKey: 'x' }, '公钥'],
  ])('of %s with %o is rejected by field, and nothing is saved', async (name, change, words) => {
    const values = { ...(name === 'alipay' ? alipayValues : wechatPay), ...change };
    const answer = await save(name, values);
    expect(answer).toMatchObject({ code: 400, msg: expect.stringContaining(words) });
    expect(JSON.stringify(answer)).not.toContain('PRIVATE KEY');
    expect((await group(name)).source).toBe('environment');
  });
});

const emptyWechatPay = {
  merchantId: '',
  appId: '',
  serial: '',
  privateKey: '',
  apiKey: '',
  publicKeyId: '',
  publicKey: '',
  appSecret: '',
};

describe('a key', () => {
  test('is never returned: not in the list, an answer, the audit log, a try or a refusal', async () => {
    const appSecret = 'an-app-secret-of-the-desk-0001';
    const values = { ...wechatPay, appSecret };
    const texts = [
      JSON.stringify(await save('wechatPay', values)),
      JSON.stringify(await save('alipay', alipayValues)),
      JSON.stringify(await save('wechatPay', { ...values, serial: 'x' })),
      JSON.stringify(await attempt('wechatPay', { ...values, privateKey: stranger.privateKey })),
      JSON.stringify(await attempt('alipay', { ...alipayValues, privateKey: stranger.privateKey })),
      JSON.stringify(await list()),
      (await portal.call('GET /admin/audit/list', { token: admin })).text,
    ];
    // Bare Base64: the lines of the PEM in one.
    const bare = alipayValues.privateKey?.slice(0, 64) ?? '';
    const secrets = [
      ...wechat.secrets,
      ...alipay.secrets,
      ...secretsOf(stranger.privateKey),
      bare,
      appSecret,
    ];
    for (const text of texts) for (const secret of secrets) expect(text).not.toContain(secret);
    expect((await group('wechatPay')).values).toMatchObject({
      privateKey: { isSet: true, last4: '' },
      apiKey: { isSet: true, last4: wechatPay.apiKey?.slice(-4) },
      publicKey: expect.stringContaining('BEGIN PUBLIC KEY'),
    });
    expect(texts[6]).toContain('（已更换）');
  });

  test.each([
    ['wechatPay', { merchantId: '1900003333' }, ['privateKey', 'apiKey'], '私钥'],
    ['wechatPay', { serial: 'ABCDEF0123456789' }, ['privateKey', 'apiKey'], '私钥'],
    ['wechatPay', { appId: 'wxanother00000001' }, ['appSecret'], 'AppSecret'],
    ['alipay', { appId: '2021000000000099' }, ['privateKey'], '私钥'],
  ])('of %s must be entered again when %o changes', async (name, change, left, words) => {
    const values: Values =
      name === 'alipay' ? alipayValues : { ...wechatPay, appSecret: 'an-app-secret-of-the-desk-0001' };
    await save(name, values);
    const without = Object.fromEntries(Object.entries(values).filter(([field]) => !left.includes(field)));
    for (const answer of [
      await save(name, { ...without, ...change }),
      await attempt(name, { ...without, ...change }),
    ])
      expect(answer).toMatchObject({ code: 400, msg: expect.stringContaining(`请重新填写${words}`) });
    expect(await save(name, without), 'otherwise it stays').toMatchObject({ code: 200 });
    expect((await attempt(name, without)).data).toMatchObject({ isOk: true });
  });
});

describe('a try', () => {
  test.each([
    [{}, true, '都正确'],
    [{ privateKey: stranger.privateKey }, false, '私钥与商户证书序列号'],
    [{ serial: 'ABCDEF0123456789' }, false, '商户证书序列号不正确，请核对'],
    [{ merchantId: '1900003333' }, false, '商户号'],
    [{ publicKey: stranger.publicKey }, false, '公钥'],
    [{ publicKeyId: 'PUB_KEY_ID_0000000000other' }, false, '请核对微信支付公钥 ID'],
  ])('of WeChat Pay with %o: %s', async (change, isOk, words) => {
    const answer = await attempt('wechatPay', { ...wechatPay, ...change });
    expect(answer.data).toEqual({ isOk, message: expect.stringContaining(words) });
    expect((await group('wechatPay')).source, 'nothing is saved').toBe('environment');
  });

  test('of WeChat Pay with a forged answer is not trusted', async () => {
    const outside = await startStandInServer();
    outside.answer(() => ({ status: 404, body: { code: 'ORDER_NOT_EXIST', message: '' } }));
    const other = await openPortal({ WECHAT_PAY_API: outside.origin });
    const { token } = await logIn(other, { role: 'admin' });
    const body = { group: 'wechatPay', values: wechatPay };
    const { data } = (await other.call('POST /admin/settings/try', { token, body })).body;
    expect(data).toEqual({ isOk: false, message: expect.stringContaining('没有微信支付的签名') });
    expect(outside.requests[0]?.url).toContain(`mchid=${wechatPay.merchantId}`);
    await outside.close();
    await other.close();
  });

  test('of WeChat Pay fails while the clocks differ', async () => {
    wechat.clock.skewMs = 600_000;
    const answer = await attempt('wechatPay', wechatPay);
    wechat.clock.skewMs = 0;
    expect(answer.data).toEqual({ isOk: false, message: expect.stringContaining('校准服务器时间') });
  });

  test.each([
    [{}, true, '都正确'],
    [{ privateKey: stranger.privateKey }, false, '私钥'],
    [{ publicKey: stranger.publicKey }, false, '公钥应填支付宝公钥'],
  ])('of Alipay with %o: %s', async (change, isOk, words) => {
    const answer = await attempt('alipay', { ...alipayValues, ...change });
    expect(answer.data).toEqual({ isOk, message: expect.stringContaining(words) });
  });

  test('reports a gateway that does not answer, and a group without anything to try', async () => {
    const other = await openPortal({
      WECHAT_PAY_API: 'http://127.0.0.1:1',
      ALIPAY_API: 'http://127.0.0.1:1',
    });
    const { token } = await logIn(other, { role: 'admin' });
    const message = async (name: string, values: Values) =>
      (await other.call('POST /admin/settings/try', { token, body: { group: name, values } })).body.data
        .message;
    expect(await message('wechatPay', wechatPay)).toContain('微信支付没有响应');
    expect(await message('alipay', alipayValues)).toContain('支付宝没有响应');
    expect(await message('wechatPay', { provider: 'none' })).toContain('没有开通');
    await other.close();
  });

  test('explains a gateway’s error by field', () => {
    for (const [code, field] of [
      ['PARAM_ERROR', '商户号'],
      ['MCH_NOT_EXISTS', '商户号'],
      ['APPID_MCHID_NOT_MATCH', 'AppID'],
    ] as const)
      expect(explainWechatPay({ code, words: '' })).toContain(field);
    expect(explainWechatPay({ code: 'NEW_CODE', words: '' })).toContain('NEW_CODE');
    expect(explainAlipay({ code: 'isv.invalid-app-id', words: '' })).toContain('AppID');
  });
});
