import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '#testing/free-port.ts';
import { addOrder, orderState } from '#testing/orders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { waitFor } from '#testing/wait-for.ts';
import { type PaySandbox, startPortalPaySandbox } from './gateway-server.ts';
import { noFaults } from './notice-queue.ts';

/** The portal listens on a real port, because the sandbox sends its notices over HTTP, as gateways do. */
let folder: string;
let sandbox: PaySandbox;
let portal: Portal;
let buyer: { token: string; memberId: string };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guanlan-sandbox-'));
  const port = await freePort();
  const sandboxOptions = { host: '127.0.0.1', port: await freePort(), folder: join(folder, 'pay-sandbox') };
  sandbox = await startPortalPaySandbox(sandboxOptions);
  portal = await openPortal({ PORT: String(port), PAY_SANDBOX_PORT: String(sandboxOptions.port) }, folder);
  await portal.server.listen({ host: '127.0.0.1', port });
  buyer = await logIn(portal);
});
beforeEach(async () => {
  Object.assign(sandbox.control, noFaults);
  await portal.ctx.db.deleteFrom('gateway_notices').execute();
});
afterAll(async () => {
  await sandbox.stop();
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(
  channel: 'native' | 'h5' = 'native',
): Promise<{ id: string; address: string; trade: string }> {
  const id = await addOrder(portal, buyer.memberId, { title: '<b>标题</b> & "引号"' });
  const { body } = await portal.call('POST /member/payOrder', {
    token: buyer.token,
    body: { id, gateway: 'sandbox', channel },
  });
  const { codeUrl, redirectUrl } = body.data;
  const { payments } = await orderState(portal, id);
  return { id, address: codeUrl ?? redirectUrl, trade: payments.at(-1)?.trade_number ?? '' };
}
const pressButton = (address: string, act: string) =>
  fetch(`${sandbox.origin}/pay`, {
    method: 'POST',
    body: new URLSearchParams({ id: new URL(address).searchParams.get('id') ?? '', act }),
  });
const setControl = (control: object) =>
  fetch(`${sandbox.origin}/control`, { method: 'POST', body: JSON.stringify(control) });
const orderStateOf = async (id: string) => (await orderState(portal, id)).state;
const listNotices = async () =>
  (
    await portal.ctx.db
      .selectFrom('gateway_notices')
      .select(['trade_number', 'outcome'])
      .orderBy('id')
      .execute()
  ).map(({ trade_number, outcome }) => [trade_number, outcome]);

describe('the payer', () => {
  test('sees the order, presses 支付, and the order becomes paid', async () => {
    const { id, address } = await start();
    const page = await (await fetch(address)).text();
    expect(page).toContain('¥18.50');
    expect(page).toContain('&#60;b&#62;标题&#60;/b&#62; &#38; &#34;引号&#34;');
    expect(page).not.toContain('<b>标题');
    expect(await (await pressButton(address, 'pay')).text()).toContain('支付成功');
    await sandbox.whenIdle();
    expect(await orderStateOf(id)).toBe('paid');
    expect((await pressButton(address, 'pay')).status).toBe(409);
    expect(await (await fetch(address)).text()).toContain('已经支付过了');
  });

  test('may fail and try again, and returns to the page they came from', async () => {
    const { id, address } = await start('h5');
    expect(await (await pressButton(address, 'fail')).text()).toContain('重新支付');
    expect(await orderStateOf(id)).toBe('pending');
    const page = await (await fetch(address)).text();
    expect(page).toContain(
      `name="back" value="${portal.app.config.pay.origin}/personal/purchase?payOrder=${id}"`,
    );
    await pressButton(address, 'pay');
    await sandbox.whenIdle();
    expect(await orderStateOf(id)).toBe('paid');
    expect((await fetch(`${sandbox.origin}/pay?id=nobodys`)).status).toBe(404);
  });
});

describe('the control', () => {
  test('repeats notices, and each order is paid once', async () => {
    await setControl({ repeat: 3 });
    const { id, address, trade } = await start();
    await pressButton(address, 'pay');
    await sandbox.whenIdle();
    expect(await orderStateOf(id)).toBe('paid');
    const outcomes = (await listNotices()).map(([, outcome]) => outcome);
    expect(outcomes.toSorted()).toEqual(['paid', 'repeated', 'repeated', 'repeated']);
    expect((await orderState(portal, id)).grants).toHaveLength(1);
    expect(sandbox.store.trade(trade)?.isTold).toBe(true);
  });

  test('holds notices back, and delivers them in reverse order', async () => {
    await setControl({ reorder: 2 });
    const [first, second] = [await start(), await start()];
    await pressButton(first.address, 'pay');
    await sandbox.whenIdle();
    expect(await listNotices()).toEqual([]);
    await pressButton(second.address, 'pay');
    await sandbox.whenIdle();
    expect((await listNotices()).length).toBe(2);
    expect([await orderStateOf(first.id), await orderStateOf(second.id)]).toEqual(['paid', 'paid']);
  });

  test('delays notices, and fails orders', async () => {
    await setControl({ delayMs: 60_000, failStarts: 1 });
    const id = await addOrder(portal, buyer.memberId);
    const paymentCall = { token: buyer.token, body: { id, gateway: 'sandbox', channel: 'native' } };
    expect((await portal.call('POST /member/payOrder', paymentCall)).status).toBe(503);
    const { body } = await portal.call('POST /member/payOrder', paymentCall);
    await pressButton(body.data.codeUrl, 'pay');
    await sandbox.whenIdle();
    expect([await listNotices(), await orderStateOf(id)]).toEqual([[], 'pending']);
  });

  test('accepts only known fields of the right type', async () => {
    const answer = await (await setControl({ repeat: 'often', delayMs: -1, lose: 2, nonsense: true })).json();
    expect(answer).toEqual({ delayMs: 0, repeat: 0, reorder: 0, lose: 2, failStarts: 0, holdRefunds: false });
  });
});

test('keeps trades and keys across a restart, and resends notices that were not accepted', async () => {
  const { id, address, trade } = await start();
  await setControl({ delayMs: 60_000 });
  await pressButton(address, 'pay');
  const keys = join(folder, 'pay-sandbox', 'keys.json');
  const before = readFileSync(keys, 'utf8');
  const { port } = sandbox;
  await sandbox.stop();
  sandbox = await startPortalPaySandbox({ host: '127.0.0.1', port, folder: join(folder, 'pay-sandbox') });
  await waitFor(async () => expect(await orderStateOf(id)).toBe('paid'));
  expect(sandbox.store.trade(trade)?.state).toBe('SUCCESS');
  expect(readFileSync(keys, 'utf8')).toBe(before);
  expect(statSync(keys).mode & 0o077).toBe(0);
});

test('rejects requests that the merchant did not sign', async () => {
  const { trade } = await start();
  for (const headers of [{}, { authorization: 'WECHATPAY2-SHA256-RSA2048 mchid="1900000001"' }]) {
    const answer = await fetch(
      `${sandbox.origin}/v3/pay/transactions/out-trade-no/${trade}?mchid=1900000001`,
      {
        headers,
      },
    );
    expect([answer.status, (await answer.json()).code]).toEqual([401, 'SIGN_ERROR']);
  }
});
