import { generateKeyPairSync } from 'node:crypto';
import { type AddressInfo, connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '#kernel/config.ts';
import { dayOf } from '#shared/dates.ts';
import { startWechatPay, type WechatPayStandIn } from '#testing/wechat-pay.ts';
import { noFaults } from '../sandbox/notice-queue.ts';
import { signedHeaders } from '../sandbox/signing.ts';
import type { Attempt, Gateway, NoticeFault } from './gateway.ts';
import { wechatGateway } from './wechat.ts';

let serial = 0;
const nextNumber = (): string => {
  serial += 1;
  return `P2026112100000000${String(serial).padStart(6, '0')}`;
};
const attempt = (changes: Partial<Attempt> = {}): Attempt => ({
  tradeNumber: nextNumber(),
  title: '脱水研报：𠮷野家 & "储能"/电池=涨价，三成',
  amount: 1850,
  expiresAt: new Date(Date.now() + 600_000),
  notifyUrl: 'https://news.example.cn/api/pay/notify/wechat',
  returnUrl: 'https://news.example.cn/personal/purchase',
  ...changes,
});
const buyer = { address: '203.0.113.9' };
const gatewayOf = (settings: Record<string, string>): Gateway => {
  const { pay } = loadConfig({ ...settings, DATA_DIR: '/nowhere' });
  if (!pay.wechat) throw new Error('no WeChat Pay in the settings');
  return wechatGateway(pay.wechat);
};
const today = () => dayOf(new Date());
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

describe.each(['public-key', 'certificate'] as const)('WeChat Pay in %s mode', (mode) => {
  let wechat: WechatPayStandIn;
  let gateway: Gateway;
  beforeAll(async () => {
    wechat = await startWechatPay({ mode });
    gateway = gatewayOf(wechat.settings);
  });
  afterEach(() => {
    Object.assign(wechat.control, noFaults);
    wechat.clock.skewMs = 0;
  });
  afterAll(() => wechat.stop());

  const read = (notice: { headers: Record<string, string>; body: string }, now = new Date()) =>
    gateway.readNotice(Buffer.from(notice.body), notice.headers, now);
  const outcomeOf = (reading: Promise<unknown>) =>
    reading.then(
      () => 'believed',
      ({ outcome }: NoticeFault) => outcome,
    );
  const paid = async (changes: Partial<Attempt> = {}) => {
    const one = attempt(changes);
    await gateway.start(one, 'native', buyer);
    wechat.pay(one.tradeNumber);
    return one;
  };

  test('returns a QR code on desktops and an address on phones', async () => {
    const one = attempt();
    expect(await gateway.start(one, 'native', buyer)).toEqual({
      codeUrl: expect.stringContaining(`${wechat.origin}/pay?id=wx`),
    });
    expect(await gateway.start(attempt(), 'h5', buyer)).toEqual({
      redirectUrl: expect.stringMatching(/&redirect_url=https%3A%2F%2Fnews\.example\.cn/),
    });
    expect(wechat.store.trade(one.tradeNumber)).toMatchObject({
      amount: 1850,
      title: one.title,
      notifyUrl: one.notifyUrl,
    });
  });

  test('truncates a long title without splitting a character', async () => {
    const one = attempt({ title: '𠮷'.repeat(40) });
    await gateway.start(one, 'native', buyer);
    expect(wechat.store.trade(one.tradeNumber)?.title).toBe('𠮷'.repeat(31));
  });

  test('retries once if the connection ends without a response', async () => {
    let lost = 0;
    const relay = createServer((socket) => {
      socket.on('data', () => {
        lost -= 1;
        if (lost >= 0) socket.resetAndDestroy();
      });
      const { hostname, port } = new URL(wechat.origin);
      const further = connect(Number(port), hostname);
      pipeline(socket, further, socket, () => further.destroy());
    });
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    const { port } = relay.address() as AddressInfo;
    const across = gatewayOf({ ...wechat.settings, WECHAT_PAY_API: `http://127.0.0.1:${port}` });
    lost = 1;
    const one = attempt();
    await across.start(one, 'native', buyer);
    expect(wechat.store.trade(one.tradeNumber)).toMatchObject({ amount: 1850 });
    lost = 2;
    await expect(gateway.query(one.tradeNumber)).resolves.toEqual({ state: 'waiting' });
    await expect(across.query(one.tradeNumber)).rejects.toMatchObject({ fault: 'unreachable' });
    relay.close();
  });

  test('creates one trade for a repeated attempt', async () => {
    const one = attempt();
    const first = await gateway.start(one, 'native', buyer);
    expect(await gateway.start(one, 'native', buyer)).toEqual(first);
  });

  test('reports a trade as unknown, waiting, or paid with time and amount', async () => {
    const one = attempt();
    expect(await gateway.query(one.tradeNumber)).toEqual({ state: 'unknown' });
    await gateway.start(one, 'native', buyer);
    expect(await gateway.query(one.tradeNumber)).toEqual({ state: 'waiting' });
    wechat.pay(one.tradeNumber);
    const answer = await gateway.query(one.tradeNumber);
    expect(answer).toMatchObject({
      state: 'paid',
      amount: 1850,
      gatewayNumber: expect.stringMatching(/^42/),
    });
  });

  test('closes a trade for good unless it was paid, and treats an unknown trade as closed', async () => {
    const one = attempt();
    await gateway.start(one, 'native', buyer);
    await gateway.close(one.tradeNumber);
    await gateway.close(one.tradeNumber);
    expect(await gateway.query(one.tradeNumber)).toEqual({ state: 'closed' });
    expect(() => wechat.pay(one.tradeNumber)).toThrow('关闭');
    const { tradeNumber } = await paid();
    await expect(gateway.close(tradeNumber)).rejects.toMatchObject({ fault: 'paid' });
    await gateway.close('P20261121000000000NEVER');
  });

  test('refunds once however often requested, and never more than the payment in parts', async () => {
    const { tradeNumber } = await paid();
    const part = {
      number: `T${tradeNumber}`,
      tradeNumber,
      amount: 850,
      total: 1850,
      reason: '内容已撤回',
      notifyUrl: 'https://news.example.cn/api/pay/notify/wechat',
    };
    wechat.control.holdRefunds = true;
    expect(await gateway.refund(part)).toEqual({ state: 'processing' });
    expect(await gateway.refund(part)).toEqual({ state: 'processing' });
    wechat.control.holdRefunds = false;
    expect(await gateway.queryRefund(part)).toEqual({
      state: 'succeeded',
      gatewayNumber: expect.stringMatching(/^50/),
    });
    expect(wechat.store.trade(tradeNumber)?.refunded).toBe(850);
    expect(await gateway.queryRefund({ ...part, number: 'T-none' })).toEqual({ state: 'unknown' });
    const rest = { ...part, number: `${part.number}-2`, amount: 1001 };
    expect(await gateway.refund(rest)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('可退金额'),
    });
  });

  test('lists a day’s payments and refunds from the bill after verifying its hash', async () => {
    const { tradeNumber } = await paid({ amount: 1, title: '含,逗号' });
    await gateway.refund({
      number: `T${tradeNumber}`,
      tradeNumber,
      amount: 1,
      total: 1,
      reason: '',
      notifyUrl: 'https://news.example.cn/n',
    });
    const lines = (await gateway.fetchBill(today())).filter((line) => line.tradeNumber === tradeNumber);
    expect(lines).toEqual([
      expect.objectContaining({ kind: 'payment', amount: 1, refundNumber: '' }),
      expect.objectContaining({ kind: 'refund', amount: 1, refundNumber: `T${tradeNumber}` }),
    ]);
    await expect(gateway.fetchBill('2020-01-01')).rejects.toMatchObject({ fault: 'no_bill' });
  });

  test('reads amount and time of a notice, with and without associated data', async () => {
    const { tradeNumber } = await paid();
    for (const associated of ['transaction', '']) {
      const notice = wechat.gateway.noticeOf(tradeNumber, {}, associated);
      expect(JSON.parse(notice.body).resource.associated_data).toBe(associated);
      expect(await read(notice)).toMatchObject({ kind: 'payment', tradeNumber, amount: 1850 });
    }
  });

  test('says which header is missing, and which key is unknown or does not fit', async () => {
    const { tradeNumber } = await paid();
    const notice = wechat.gateway.noticeOf(tradeNumber);
    const reasonOf = (headers: Record<string, string>, now?: Date) =>
      read({ ...notice, headers }, now).catch(({ reason }: NoticeFault) => reason);
    const {
      'wechatpay-serial': serial = '',
      'wechatpay-nonce': _,
      ...others
    } = notice.headers as Record<string, string>;
    expect(await reasonOf({ ...others, 'wechatpay-signature': '' })).toContain(
      '缺少请求头 Wechatpay-Nonce、Wechatpay-Serial、Wechatpay-Signature',
    );
    expect(await reasonOf({ ...notice.headers, 'wechatpay-serial': 'PUB_KEY_ID_0117' })).toContain(
      '密钥 PUB_KEY_ID_0117 不在设置里',
    );
    expect(await reasonOf({ ...notice.headers, 'wechatpay-signature': 'AAAA' })).toBe(
      `签名与密钥 ${serial} 不符`,
    );
    expect(await reasonOf(notice.headers, new Date(Date.now() + 400_000))).toMatch(/相差 (399|400|401) 秒/);
  });

  test('rejects a notice that is forged, altered, or signed with an unknown key', async () => {
    const { tradeNumber } = await paid();
    const notice = wechat.gateway.noticeOf(tradeNumber);
    const forged = {
      ...notice,
      headers: signedHeaders({ ...wechat.parties, platform: stranger }, notice.body, Date.now()),
    };
    const altered = { ...notice, body: notice.body.replace('支付沙箱', '支付沙相') };
    const header = (name: string, value: string) => ({
      ...notice,
      headers: { ...notice.headers, [name]: value },
    });
    const cases = {
      forged,
      altered,
      time: header('wechatpay-timestamp', String(Math.floor(Date.now() / 1000) + 1)),
      nonce: header('wechatpay-nonce', 'another'),
      unknownKey: header('wechatpay-serial', 'PUB_KEY_ID_0'),
      prototype: header('wechatpay-serial', 'constructor'),
      garbage: header('wechatpay-signature', '***'),
    };
    for (const [name, one] of Object.entries(cases)) expect(await outcomeOf(read(one)), name).toBe('forged');
    const { 'wechatpay-signature': _, ...unsigned } = notice.headers;
    expect(await outcomeOf(read({ ...notice, headers: unsigned }))).toBe('malformed');
    expect(await outcomeOf(read({ headers: {}, body: '' }))).toBe('malformed');
  });

  test('rejects a signed notice that is encrypted with another key', async () => {
    const { tradeNumber } = await paid();
    const { body } = wechat.gateway.noticeOf(tradeNumber);
    const parsed = JSON.parse(body);
    parsed.resource.associated_data = 'something else';
    const changed = JSON.stringify(parsed);
    const headers = signedHeaders(wechat.parties, changed, Date.now());
    expect(await outcomeOf(read({ headers, body: changed }))).toBe('malformed');
  });

  test('rejects a notice for another merchant or application', async () => {
    const { tradeNumber } = await paid();
    expect(await outcomeOf(read(wechat.gateway.noticeOf(tradeNumber, { mchid: '1900000000' })))).toBe(
      'wrong_merchant',
    );
    expect(await outcomeOf(read(wechat.gateway.noticeOf(tradeNumber, { appid: 'wxother' })))).toBe(
      'wrong_app',
    );
  });

  test('rejects a notice more than 300 seconds old or in the future', async () => {
    const { tradeNumber } = await paid();
    const notice = wechat.gateway.noticeOf(tradeNumber);
    const sentAt = Number(notice.headers['wechatpay-timestamp']) * 1000;
    const at = (seconds: number) => outcomeOf(read(notice, new Date(sentAt + seconds * 1000)));
    expect([await at(300), await at(-300)]).toEqual(['believed', 'believed']);
    expect([await at(301), await at(-301)]).toEqual(['stale', 'stale']);
  });

  test('trusts nothing if the clocks differ by more than five minutes, and names the clock in the error', async () => {
    const { tradeNumber } = await paid();
    // The stand-in checks our time as WeChat Pay does, so its responses must have our time.
    wechat.clock.skewMs = 299_000;
    expect(await gateway.query(tradeNumber)).toMatchObject({ state: 'paid' });
    wechat.clock.skewMs = 310_000;
    await expect(gateway.query(tradeNumber)).rejects.toMatchObject({
      fault: 'unreachable',
      code: 'SIGN_ERROR',
    });
    await expect(gateway.query(tradeNumber)).rejects.toThrow('时间戳');
  });

  test('prints no keys in errors, settings or the gateway', async () => {
    const broken = gatewayOf({ ...wechat.settings, WECHAT_PAY_SERIAL: '00000000AA' });
    const errors = await Promise.all(
      [
        broken.query('P1'),
        gateway.fetchBill('2020-01-01'),
        gatewayOf({ ...wechat.settings, WECHAT_PAY_API: 'http://127.0.0.1:1' }).query('P1'),
      ].map((asked) =>
        asked.then(
          () => null,
          (error: unknown) => error,
        ),
      ),
    );
    const { pay } = loadConfig({ ...wechat.settings, DATA_DIR: '/nowhere' });
    const printed = inspect([...errors, pay, gateway], { depth: 20, showHidden: true }) + JSON.stringify(pay);
    expect(errors).toEqual(Array(3).fill(expect.objectContaining({ name: 'GatewayError' })));
    for (const secret of [...wechat.secrets, 'WECHATPAY2-SHA256', 'BEGIN'])
      expect(printed).not.toContain(secret);
  });
});

describe('WeChat Pay inside WeChat', () => {
  test('requires the application’s secret, and signs the browser’s parameters', async () => {
    const wechat = await startWechatPay();
    expect(gatewayOf(wechat.settings).channels).toEqual(['native', 'h5']);
    const gateway = gatewayOf({ ...wechat.settings, WECHAT_PAY_APP_SECRET: 's', WECHAT_API: wechat.origin });
    expect(gateway.channels).toEqual(['native', 'h5', 'jsapi']);
    await expect(gateway.start(attempt(), 'jsapi', { ...buyer, code: 'dead' })).rejects.toThrow('微信');
    const code = await codeOf(wechat);
    const started = await gateway.start(attempt(), 'jsapi', { ...buyer, code });
    if (!('jsapi' in started)) throw new Error('nothing for the browser');
    expect(started.jsapi).toMatchObject({ appId: wechat.parties.appId, signType: 'RSA' });
    expect(wechat.verifyBrowser(started.jsapi)).toBe(true);
    expect(wechat.verifyBrowser({ ...started.jsapi, package: 'prepay_id=wx1' })).toBe(false);
    await expect(
      gateway.start(attempt(), 'jsapi', { ...buyer, code }),
      'a code is good once',
    ).rejects.toThrow();
    await wechat.stop();
  });
});

/** Gets a code from the authorisation page without user interaction (snsapi_base). */
async function codeOf({ origin, parties }: WechatPayStandIn): Promise<string> {
  const query = new URLSearchParams({
    appid: parties.appId,
    redirect_uri: 'https://news.example.cn/vip',
    response_type: 'code',
    scope: 'snsapi_base',
    state: '7',
  });
  const answer = await fetch(`${origin}/connect/oauth2/authorize?${query}`, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  expect(back.origin + back.pathname).toBe('https://news.example.cn/vip');
  expect(back.searchParams.get('state')).toBe('7');
  return back.searchParams.get('code') ?? '';
}
