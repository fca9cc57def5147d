import { setTimeout as pause } from 'node:timers/promises';
import type { PaySandbox } from '../../src/features/payments/sandbox/gateway-server.ts';
import type { Portal } from '../portal.ts';
import { type Buyer, type BuyerClient, dataOf, type Reply, type Shop } from '../shop.ts';
import { queryUntilUp } from './server.ts';

export type BuyParts = { shop: Shop; gateway: PaySandbox; client: BuyerClient };

/** Buys one post as a person who retries failed calls. @returns the number of retries */
export async function buy(
  { shop, gateway, client }: BuyParts,
  { token }: Buyer,
  index: number,
  deadline: number,
): Promise<number> {
  let again = 0;
  const callWithRetry = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Reply> => {
    for (;;) {
      const reply = await client.call(method, path, token, body).catch(() => null);
      if (reply && reply.status < 500) return reply;
      if (Date.now() > deadline) throw new Error(`no successful response to ${path}: ${reply?.body.msg}`);
      again += 1;
      await pause(100 + Math.random() * 200);
    }
  };
  const thing = `post:${shop.postIds[index % shop.postIds.length]}`;
  const order = await callWithRetry('POST', '/member/createOrder', { thing, agreed: true });
  const { id } = dataOf<{ id: string }>(order);
  const channels = index % 10 === 0 ? ['native', 'h5'] : ['native'];
  const tradeNumbers: string[] = [];
  for (const channel of channels) {
    const started = await callWithRetry('POST', '/member/payOrder', { id, gateway: 'sandbox', channel });
    const { codeUrl, redirectUrl } = dataOf<{ codeUrl: string | null; redirectUrl: string | null }>(started);
    const prepay = new URL(codeUrl ?? redirectUrl ?? '').searchParams.get('id') ?? '';
    tradeNumbers.push(gateway.store.tradeByPrepay(prepay)?.number ?? '');
  }
  for (const trade of tradeNumbers) gateway.pay(trade);
  while (Date.now() < deadline) {
    const { state } = dataOf<{ state: string }>(await callWithRetry('GET', `/member/getPayState?id=${id}`));
    if (state === 'paid') return again;
    await pause(500);
  }
  throw new Error(`order ${id} was never paid`);
}

/** Waits until no payment and no refund is under way. */
export async function waitUntilSettled(portal: Portal, deadline: number): Promise<void> {
  for (;;) {
    const [{ open = 0 } = {}] = await queryUntilUp<{ open: number }>(
      portal,
      `select (select count(*) from refunds where state in ('approved', 'sent'))::int
         + (select count(*) from payments where state = 'created')::int open`,
    );
    if (open === 0 || Date.now() > deadline) return;
    await pause(500);
  }
}
