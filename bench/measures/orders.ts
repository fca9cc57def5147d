import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { startContender } from '../contenders.ts';
import type { StandaloneMeasure } from '../measure.ts';
import type { Portal } from '../portal.ts';
import { ownProcessorMs, processorMs } from '../processor.ts';
import { atLeast, atMost, formatNumber, infoLine, type Line } from '../report.ts';
import { quantile } from '../rounds.ts';
import { type BuyerClient, dataOf, openBuyerClient, openShop, type Shop } from '../shop.ts';

/** Orders per second that buyers start, whether or not the portal keeps up, and the duration in seconds. */
const rate = 200;
const seconds = 20;
const warmUpSeconds = 3;
/** Maximum number of concurrent sales. */
const maxConcurrentSales = 64;
/** Target in ms for the time from order to paid: a buyer who waits longer starts to doubt the payment. */
const maxWaitMs = 1000;

/**
 * Complete sales through the sandbox gateway at a fixed arrival rate: the order, its attempt at the gateway, the
 * payer's confirmation, the signed notice, and the transaction that records payment, order, entitlement and ledger
 * entries.
 */
export const orders: StandaloneMeasure = async ({ portal, log }) => {
  const { dataDir } = portal.config;
  const gateway = await startContender('serve-gateway.ts', 1, { dataDir });
  const origin = `http://127.0.0.1:${gateway.port}`;
  const running = await portal.start({ PAY_SANDBOX_API: origin, LOG_LEVEL: 'error' });
  const client = openBuyerClient(`http://127.0.0.1:${running.port}`, portal.config);
  try {
    const [warmUpCount, total] = [rate * warmUpSeconds, rate * seconds];
    const shop = await openShop(portal, { buyers: warmUpCount + total, posts: 200 });
    log(`  ${rate} orders/s for ${seconds} s, after ${warmUpSeconds} s to warm up …`);
    const earlier = await findSaleCount(portal);
    await sellAtFixedRate({ shop, client, origin, count: warmUpCount });
    const before = await countSales(portal, earlier + warmUpCount);
    const rest = { ...shop, buyers: shop.buyers.slice(warmUpCount) };
    const pidsByParty = {
      web: running.webPids,
      worker: running.workerPids,
      database: [portal.databasePid],
      gateway: gateway.pids,
    };
    const processorTimes = () => ({
      ...Object.fromEntries(Object.entries(pidsByParty).map(([name, pids]) => [name, processorMs(pids)])),
      buyers: ownProcessorMs(),
    });
    const [began, processorTimesBefore] = [performance.now(), processorTimes()];
    const times = await sellAtFixedRate({ shop: rest, client, origin, count: total });
    const bookedCount = (await countSales(portal, before + total)) - before;
    const durationMs = performance.now() - began;
    return await report(portal, {
      times,
      bookedCount,
      total,
      durationMs,
      spent: difference(processorTimes(), processorTimesBefore),
    });
  } finally {
    client.close();
    await running.stop();
    await gateway.stop();
  }
};

type Times = { create: number[]; start: number[]; failed: string[] };
type Sale = { shop: Shop; client: BuyerClient; origin: string; count: number };

/** Starts each buyer at their scheduled time (open-loop load); while all slots are taken, buyers queue. */
async function sellAtFixedRate({ shop, client, origin, count }: Sale): Promise<Times> {
  const times: Times = { create: [], start: [], failed: [] };
  const queue = shop.buyers.slice(0, count).entries();
  const began = performance.now();
  const sellNext = async () => {
    for (const [index, { token }] of queue) {
      const wait = began + (index * 1000) / rate - performance.now();
      if (wait > 1) await pause(wait);
      const thing = `post:${shop.postIds[index % shop.postIds.length]}`;
      const sale = sell({ client, origin, token, thing, times });
      await sale.catch((error: Error) => void times.failed.push(error.message));
    }
  };
  await Promise.all(Array.from({ length: maxConcurrentSales }, sellNext));
  return times;
}

type OneSale = { client: BuyerClient; origin: string; token: string; thing: string; times: Times };

async function sell({ client, origin, token, thing, times }: OneSale): Promise<void> {
  const measured = async <T>(list: number[], work: Promise<T>): Promise<T> => {
    const started = performance.now();
    const result = await work;
    list.push(performance.now() - started);
    return result;
  };
  const order = await measured(
    times.create,
    client.call('POST', '/member/createOrder', token, { thing, agreed: true }),
  );
  const { id } = dataOf<{ id: string }>(order);
  const paymentInput = { id, gateway: 'sandbox', channel: 'native' };
  const started = await measured(times.start, client.call('POST', '/member/payOrder', token, paymentInput));
  const { codeUrl } = dataOf<{ codeUrl: string }>(started);
  const prepay = new URL(codeUrl).searchParams.get('id') ?? '';
  await client.pay(origin, prepay);
}

/** Returns the number of booked sales, once the expected number is reached or no more arrive. */
async function countSales(portal: Portal, expected: number): Promise<number> {
  let count = 0;
  for (let tries = 0; tries < 240 && count < expected; tries += 1) {
    if (tries > 0) await pause(50);
    count = await findSaleCount(portal);
  }
  return count;
}

async function findSaleCount({ query }: Portal): Promise<number> {
  const [row] = await query<{ count: number }>(
    `select count(*)::int from ledger_transactions where kind = 'sale'`,
  );
  return row?.count ?? 0;
}

type Sold = { times: Times; bookedCount: number; total: number; durationMs: number; spent: Spent };

/** Processor time in ms by party. */
type Spent = Record<string, number>;

const difference = (now: Spent, before: Spent): Spent =>
  Object.fromEntries(Object.entries(now).map(([name, ms]) => [name, ms - (before[name] ?? 0)]));

async function report(
  portal: Portal,
  { times, bookedCount, total, durationMs, spent }: Sold,
): Promise<Line[]> {
  if (times.failed.length > 0) throw new Error(`${times.failed.length} sales failed: ${times.failed[0]}`);
  const waits = await portal.query<{ wait: number }>(
    `select (extract(epoch from paid_at - created_at) * 1000)::float8 wait from orders
     where state = 'paid' order by id desc limit $1`,
    [total],
  );
  const [{ sum = '' } = {}] = await portal.query<{ sum: string }>(
    'select sum(amount)::text sum from ledger_entries',
  );
  if (bookedCount !== total || sum !== '0')
    throw new Error(`${bookedCount} sales of ${total} are booked, the sum is ${sum}`);
  const waitTimes = waits.map(({ wait }) => wait);
  const percentile = (list: number[], share: number) => `${formatNumber(quantile(list, share))} ms`;
  const perSecond = (total / durationMs) * 1000;
  const spentMs = Object.values(spent).reduce((sum, ms) => sum + ms, 0);
  const timePerOrder = Object.entries(spent).map(([name, ms]) => `${name} ${formatNumber(ms / total)}`);
  const alone = (total / spentMs) * 1000 * availableParallelism();
  return [
    {
      ...atLeast('orders paid and booked, a second', perSecond, rate * 0.95, ''),
      result: `${formatNumber(perSecond)}/s  (${total} in ${(durationMs / 1000).toFixed(1)} s, offered ${rate}/s)`,
      target: `≥ ${rate * 0.95}/s`,
    },
    {
      ...atLeast('the same by processor time of all parties', alone, rate, ''),
      result: `${formatNumber(alone)}/s on ${availableParallelism()} cores that do nothing else`,
      target: `≥ ${rate}/s`,
    },
    atMost(
      'from order to paid, p99',
      quantile(waitTimes, 0.99),
      maxWaitMs,
      'ms',
      `median ${percentile(waitTimes, 0.5)}, slowest ${percentile(waitTimes, 1)}`,
    ),
    infoLine('  processor time of an order, ms', timePerOrder.join(', ')),
    infoLine('  createOrder', `p50 ${percentile(times.create, 0.5)}, p99 ${percentile(times.create, 0.99)}`),
    infoLine(
      '  payOrder, the gateway included',
      `p50 ${percentile(times.start, 0.5)}, p99 ${percentile(times.start, 0.99)}`,
    ),
    infoLine('  ledger', `${bookedCount} sales booked in double entry, the sum of all entries is ${sum}`),
  ];
}
