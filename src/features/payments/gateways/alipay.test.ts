import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '#kernel/config.ts';
import { dayOf } from '#shared/dates.ts';
import { type AlipayStandIn, startAlipay } from '#testing/alipay.ts';
import { alipayGateway } from './alipay.ts';
import type { Attempt, Gateway, NoticeFault } from './gateway.ts';

let alipay: AlipayStandIn;
let gateway: Gateway;
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
  notifyUrl: 'https://news.example.cn/api/pay/notify/alipay',
  returnUrl: 'https://news.example.cn/personal/purchase',
  ...changes,
});
const buyer = { address: '203.0.113.9' };
const gatewayOf = (settings: Record<string, string>): Gateway => {
  const { pay } = loadConfig({ ...settings, DATA_DIR: '/nowhere' });
  if (!pay.alipay) throw new Error('no Alipay in the settings');
  return alipayGateway(pay.alipay);
};
const opened = async (channel: 'page' | 'wap' = 'page', changes: Partial<Attempt> = {}) => {
  const one = attempt(changes);
  const started = await gateway.start(one, channel, buyer);
  if (!('redirectUrl' in started)) throw new Error('no address');
  return { ...one, address: started.redirectUrl, status: await alipay.openPayPage(started.redirectUrl) };
};
const paid = async (changes: Partial<Attempt> = {}) => {
  const one = await opened('page', changes);
  await alipay.pay(one.tradeNumber);
  return one;
};
const read = (body: string, now = new Date()) => gateway.readNotice(Buffer.from(body), {}, now);
const outcomeOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'believed',
    ({ outcome }: NoticeFault) => outcome,
  );

beforeAll(async () => {
  alipay = await startAlipay();
  gateway = gatewayOf(alipay.settings);
});
afterEach(() => {
  alipay.faults.forgeAnswers = false;
});
afterAll(() => alipay.close());

test.each(['page', 'wap'] as const)(
  'signs the address of the %s that the buyer is redirected to',
  async (channel) => {
    const { status, tradeNumber, address } = await opened(channel);
    expect(status).toBe(200);
    expect(alipay.trades.get(tradeNumber)).toMatchObject({
      amount: 1850,
      subject: '脱水研报：𠮷野家   "储能" 电池 涨价，三成',
      notifyUrl: 'https://news.example.cn/api/pay/notify/alipay',
    });
    expect(await alipay.openPayPage(address.replace('18.50', '0.01'))).toBe(400);
  },
);

test('reports a trade as unknown, waiting, paid or closed', async () => {
  expect(await gateway.query('P1')).toEqual({ state: 'unknown' });
  const one = await opened();
  expect(await gateway.query(one.tradeNumber)).toEqual({ state: 'waiting' });
  await alipay.pay(one.tradeNumber);
  const { paidAt } = alipay.trades.get(one.tradeNumber) ?? {};
  expect(await gateway.query(one.tradeNumber)).toMatchObject({
    state: 'paid',
    amount: 1850,
    paidAt: new Date(paidAt ?? 0),
  });
  const other = await opened();
  await gateway.close(other.tradeNumber);
  await gateway.close(other.tradeNumber);
  await gateway.close('P1');
  expect(await gateway.query(other.tradeNumber)).toEqual({ state: 'closed' });
  await expect(gateway.close(one.tradeNumber)).rejects.toMatchObject({ fault: 'paid' });
});

test('refunds once however often requested, and reports a fully refunded trade as paid', async () => {
  const { tradeNumber } = await paid();
  const order = { tradeNumber, total: 1850, reason: '内容已撤回', notifyUrl: '' };
  const part = { ...order, number: `T${tradeNumber}`, amount: 850 };
  for (let time = 0; time < 3; time += 1)
    expect(await gateway.refund(part)).toMatchObject({ state: 'succeeded' });
  expect(alipay.trades.get(tradeNumber)?.refunds).toHaveLength(1);
  expect(await gateway.refund({ ...order, number: 'T-2', amount: 1001 })).toMatchObject({ state: 'failed' });
  expect(await gateway.queryRefund({ number: 'T-none', tradeNumber })).toEqual({ state: 'unknown' });
  expect(await gateway.refund({ ...order, number: 'T-3', amount: 1000 })).toMatchObject({
    state: 'succeeded',
  });
  expect(await gateway.query(tradeNumber)).toMatchObject({ state: 'paid', amount: 1850 });
});

test('lists a day’s payments and refunds from the bill', async () => {
  const { tradeNumber } = await paid({ amount: 7 });
  const refund = { number: `T${tradeNumber}`, tradeNumber, amount: 7, total: 7, reason: '', notifyUrl: '' };
  await gateway.refund(refund);
  const lines = (await gateway.fetchBill(dayOf(new Date()))).filter(
    (line) => line.tradeNumber === tradeNumber,
  );
  expect(lines).toEqual([
    expect.objectContaining({ kind: 'payment', amount: 7, refundNumber: '' }),
    expect.objectContaining({ kind: 'refund', amount: 7, refundNumber: refund.number }),
  ]);
  await expect(gateway.fetchBill('2020-01-01')).rejects.toMatchObject({ fault: 'no_bill' });
});

test('reads amount and time of a payment notice, and recognises a refund notice', async () => {
  const { tradeNumber } = await paid();
  expect(await read(alipay.noticeOf(tradeNumber))).toMatchObject({
    kind: 'payment',
    tradeNumber,
    amount: 1850,
    gatewayNumber: alipay.trades.get(tradeNumber)?.tradeNo,
  });
  const refund = { gmt_refund: '2026-11-20 08:00:00.123', out_biz_no: 'T9', refund_fee: '18.50' };
  expect(await read(alipay.noticeOf(tradeNumber, refund))).toMatchObject({
    kind: 'refund',
    refundNumber: 'T9',
    answer: { state: 'succeeded' },
  });
  expect(await read(alipay.noticeOf(tradeNumber, { trade_status: 'TRADE_CLOSED' }))).toMatchObject({
    kind: 'other',
  });
});

test('rejects a notice that is forged, altered, weakly signed, duplicated in a field, or for another account', async () => {
  const { tradeNumber } = await paid();
  const notice = alipay.noticeOf(tradeNumber);
  const changed = (name: string, value: string) => {
    const form = new URLSearchParams(notice);
    form.set(name, value);
    return form.toString();
  };
  const cases: Record<string, [string, string]> = {
    amount: [changed('total_amount', '0.01'), 'forged'],
    trade: [changed('out_trade_no', 'P1'), 'forged'],
    signature: [changed('sign', Buffer.from('no').toString('base64')), 'forged'],
    weak: [changed('sign_type', 'RSA'), 'forged'],
    unsigned: [changed('sign', ''), 'malformed'],
    doubled: [`${notice}&total_amount=0.01`, 'malformed'],
    empty: ['', 'malformed'],
    application: [alipay.noticeOf(tradeNumber, { app_id: '2021999999999999' }), 'wrong_app'],
    account: [alipay.noticeOf(tradeNumber, { seller_id: '2088999999999999' }), 'wrong_merchant'],
    negative: [alipay.noticeOf(tradeNumber, { total_amount: '-18.50' }), 'malformed'],
  };
  for (const [name, [body, outcome]] of Object.entries(cases))
    expect(await outcomeOf(read(body)), name).toBe(outcome);
});

test('says what is wrong with a notice, without quoting more than a short value', async () => {
  const { tradeNumber } = await paid();
  const reasonOf = (body: string) => read(body).catch(({ reason }: NoticeFault) => reason);
  const changed = (changes: Record<string, string>) => {
    const form = new URLSearchParams(alipay.noticeOf(tradeNumber));
    for (const [name, value] of Object.entries(changes)) form.set(name, value);
    return form.toString();
  };
  expect(await reasonOf(changed({ charset: 'GBK', subject: '测试' }))).toContain('字符集 charset 是 GBK');
  expect(await reasonOf(changed({ charset: `GBK\n${'x'.repeat(200)}` }))).toMatch(/是 GBK\?x{60}，只能/);
  expect(await reasonOf(changed({ sign_type: 'RSA' }))).toContain('签名方式 sign_type 是 RSA');
  expect(await reasonOf(changed({ total_amount: '0.01' }))).toContain('请核对支付宝公钥');
  expect(await reasonOf(changed({ sign: '' }))).toBe('没有签名参数 sign');
  expect(await reasonOf(alipay.noticeOf(tradeNumber, { app_id: '2021999999999999' }))).toContain(
    '2021999999999999',
  );
});

test('accepts a notice as long as Alipay repeats it and then treats it as stale', async () => {
  const { tradeNumber } = await paid();
  const notice = alipay.noticeOf(tradeNumber);
  const after = (hours: number) => outcomeOf(read(notice, new Date(Date.now() + hours * 3_600_000)));
  expect([await after(25), await after(27)]).toEqual(['believed', 'stale']);
});

test('rejects a response without Alipay’s signature', async () => {
  const { tradeNumber } = await paid();
  alipay.faults.forgeAnswers = true;
  await expect(gateway.query(tradeNumber)).rejects.toMatchObject({ fault: 'forged' });
});

test('prints no keys in errors or settings', async () => {
  alipay.faults.forgeAnswers = true;
  const errors = await Promise.all(
    [
      gateway.query('P1'),
      gatewayOf({ ...alipay.settings, ALIPAY_API: 'http://127.0.0.1:1' }).query('P1'),
    ].map((asked) =>
      asked.then(
        () => null,
        (error: unknown) => error,
      ),
    ),
  );
  const { pay } = loadConfig({ ...alipay.settings, DATA_DIR: '/nowhere' });
  const printed = inspect([...errors, pay, gateway], { depth: 20, showHidden: true }) + JSON.stringify(pay);
  expect(errors).toEqual(Array(2).fill(expect.objectContaining({ name: 'GatewayError' })));
  for (const secret of [...alipay.secrets, 'BEGIN']) expect(printed).not.toContain(secret);
});
