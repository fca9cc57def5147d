import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { logIn } from '#testing/builders.ts';
import { addOrder, orderState } from '#testing/orders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { servePayNotices } from '../pay-notices.ts';
import { startOwnPaySandbox } from './own-pay.ts';
import { calm } from './pay/courier.ts';
import type { PaySandbox } from './pay.ts';

/** A portal on a port of its own, since the sandbox brings its notices over HTTP as gateways do. */
let folder: string;
let sandbox: PaySandbox;
let portal: Portal;
let buyer: { token: string; memberId: string };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guanlan-sandbox-'));
  const port = await freePort();
  const place = { host: '127.0.0.1', port: await freePort(), folder: join(folder, 'pay-sandbox') };
  sandbox = await startOwnPaySandbox(place);
  portal = await openPortal({ PORT: String(port), PAY_SANDBOX_PORT: String(place.port) }, folder);
  servePayNotices(portal.app, portal.house);
  await portal.app.listen({ host: '127.0.0.1', port });
  buyer = await logIn(portal);
});
beforeEach(async () => {
  Object.assign(sandbox.control, calm);
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
  const { body } = await portal.ask('POST /member/payOrder', {
    token: buyer.token,
    body: { id, gateway: 'sandbox', channel },
  });
  const { codeUrl, redirectUrl } = body.data;
  const { payments } = await orderState(portal, id);
  return { id, address: codeUrl ?? redirectUrl, trade: payments.at(-1)?.trade_number ?? '' };
}
const press = (address: string, act: string) =>
  fetch(`${sandbox.origin}/pay`, {
    method: 'POST',
    body: new URLSearchParams({ id: new URL(address).searchParams.get('id') ?? '', act }),
  });
const tell = (control: object) =>
  fetch(`${sandbox.origin}/control`, { method: 'POST', body: JSON.stringify(control) });
const stateOf = async (id: string) => (await orderState(portal, id)).state;
const notices = async () =>
  (
    await portal.ctx.db
      .selectFrom('gateway_notices')
      .select(['trade_number', 'outcome'])
      .orderBy('id')
      .execute()
  ).map(({ trade_number, outcome }) => [trade_number, outcome]);

describe('the payer', () => {
  test('sees what they pay, presses 支付, and the order is paid', async () => {
    const { id, address } = await start();
    const page = await (await fetch(address)).text();
    expect(page).toContain('¥18.50');
    expect(page).toContain('&#60;b&#62;标题&#60;/b&#62; &#38; &#34;引号&#34;');
    expect(page).not.toContain('<b>标题');
    expect(await (await press(address, 'pay')).text()).toContain('支付成功');
    await sandbox.settled();
    expect(await stateOf(id)).toBe('paid');
    expect((await press(address, 'pay')).status).toBe(409);
    expect(await (await fetch(address)).text()).toContain('已经支付过了');
  });

  test('may fail and try again, and is led back where they came from', async () => {
    const { id, address } = await start('h5');
    expect(await (await press(address, 'fail')).text()).toContain('重新支付');
    expect(await stateOf(id)).toBe('pending');
    const page = await (await fetch(address)).text();
    expect(page).toContain(
      `name="back" value="${portal.house.config.pay.origin}/personal/purchase?payOrder=${id}"`,
    );
    await press(address, 'pay');
    await sandbox.settled();
    expect(await stateOf(id)).toBe('paid');
    expect((await fetch(`${sandbox.origin}/pay?id=nobodys`)).status).toBe(404);
  });
});

describe('the control', () => {
  test('repeats notices, and each order is paid once', async () => {
    await tell({ repeat: 3 });
    const { id, address, trade } = await start();
    await press(address, 'pay');
    await sandbox.settled();
    expect(await stateOf(id)).toBe('paid');
    const outcomes = (await notices()).map(([, outcome]) => outcome);
    expect(outcomes.toSorted()).toEqual(['paid', 'repeated', 'repeated', 'repeated']);
    expect((await orderState(portal, id)).grants).toHaveLength(1);
    expect(sandbox.book.trade(trade)?.isTold).toBe(true);
  });

  test('holds notices back, and brings them last first', async () => {
    await tell({ reorder: 2 });
    const [first, second] = [await start(), await start()];
    await press(first.address, 'pay');
    await sandbox.settled();
    expect(await notices()).toEqual([]);
    await press(second.address, 'pay');
    await sandbox.settled();
    expect((await notices()).length).toBe(2);
    expect([await stateOf(first.id), await stateOf(second.id)]).toEqual(['paid', 'paid']);
  });

  test('delays notices, and fails orders', async () => {
    await tell({ delayMs: 60_000, failStarts: 1 });
    const id = await addOrder(portal, buyer.memberId);
    const asked = { token: buyer.token, body: { id, gateway: 'sandbox', channel: 'native' } };
    expect((await portal.ask('POST /member/payOrder', asked)).status).toBe(503);
    const { body } = await portal.ask('POST /member/payOrder', asked);
    await press(body.data.codeUrl, 'pay');
    await sandbox.settled();
    expect([await notices(), await stateOf(id)]).toEqual([[], 'pending']);
  });

  test('takes only what it knows, of the right kind', async () => {
    const answer = await (await tell({ repeat: 'often', delayMs: -1, lose: 2, nonsense: true })).json();
    expect(answer).toEqual({ delayMs: 0, repeat: 0, reorder: 0, lose: 2, failStarts: 0, holdRefunds: false });
  });
});

test('a restart forgets neither book nor keys, and tells what nobody had taken', async () => {
  const { id, address, trade } = await start();
  await tell({ delayMs: 60_000 });
  await press(address, 'pay');
  const keys = join(folder, 'pay-sandbox', 'keys.json');
  const before = readFileSync(keys, 'utf8');
  const { port } = sandbox;
  await sandbox.stop();
  sandbox = await startOwnPaySandbox({ host: '127.0.0.1', port, folder: join(folder, 'pay-sandbox') });
  await vi.waitFor(async () => expect(await stateOf(id)).toBe('paid'));
  expect(sandbox.book.trade(trade)?.state).toBe('SUCCESS');
  expect(readFileSync(keys, 'utf8')).toBe(before);
  expect(statSync(keys).mode & 0o077).toBe(0);
});

test('nobody who is not the merchant is answered', async () => {
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

async function freePort(): Promise<number> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
