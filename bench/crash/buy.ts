import { setTimeout as pause } from 'node:timers/promises';
import type { PaySandbox } from '../../src/main/sandbox/pay.ts';
import type { Portal } from '../portal.ts';
import { type Buyer, dataOf, type Reply, type Shop, type Till } from '../shop.ts';
import { askStubbornly } from './server.ts';

export type BuyParts = { shop: Shop; gateway: PaySandbox; till: Till };

/** One person buys one piece, as stubbornly as people do. @returns how many calls failed and were asked again */
export async function buy(
  { shop, gateway, till }: BuyParts,
  { token }: Buyer,
  place: number,
  deadline: number,
): Promise<number> {
  let again = 0;
  const ask = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Reply> => {
    for (;;) {
      const reply = await till.ask(method, path, token, body).catch(() => null);
      if (reply && reply.status < 500) return reply;
      if (Date.now() > deadline) throw new Error(`${path} is not answered: ${reply?.body.msg}`);
      again += 1;
      await pause(100 + Math.random() * 200);
    }
  };
  const thing = `post:${shop.pieces[place % shop.pieces.length]}`;
  const order = await ask('POST', '/member/createOrder', { thing, agreed: true });
  const { id } = dataOf<{ id: string }>(order);
  const channels = place % 10 === 0 ? ['native', 'h5'] : ['native'];
  const trades: string[] = [];
  for (const channel of channels) {
    const started = await ask('POST', '/member/payOrder', { id, gateway: 'sandbox', channel });
    const { codeUrl, redirectUrl } = dataOf<{ codeUrl: string | null; redirectUrl: string | null }>(started);
    const prepay = new URL(codeUrl ?? redirectUrl ?? '').searchParams.get('id') ?? '';
    trades.push(gateway.book.tradeByPrepay(prepay)?.number ?? '');
  }
  for (const trade of trades) gateway.pay(trade);
  while (Date.now() < deadline) {
    const { state } = dataOf<{ state: string }>(await ask('GET', `/member/getPayState?id=${id}`));
    if (state === 'paid') return again;
    await pause(500);
  }
  throw new Error(`order ${id} was never paid`);
}

/** Until no payment and no refund is under way. */
export async function untilReturned(portal: Portal, deadline: number): Promise<void> {
  for (;;) {
    const [{ open = 0 } = {}] = await askStubbornly<{ open: number }>(
      portal,
      `select (select count(*) from refunds where state in ('approved', 'sent'))::int
         + (select count(*) from payments where state = 'created')::int open`,
    );
    if (open === 0 || Date.now() > deadline) return;
    await pause(500);
  }
}
