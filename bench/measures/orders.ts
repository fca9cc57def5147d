import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { startContender } from '../contenders.ts';
import type { LoneMeasure } from '../measure.ts';
import type { Portal } from '../portal.ts';
import { ownProcessorMs, processorMs } from '../processor.ts';
import { atLeast, atMost, figure, type Line, said } from '../report.ts';
import { quantile } from '../rounds.ts';
import { dataOf, openShop, openTill, type Shop, type Till } from '../shop.ts';

/** Orders a second that buyers make, whether or not the portal keeps up, and for how long. */
const rate = 200;
const seconds = 20;
const warmUpSeconds = 3;
/** So many sales at once. */
const tills = 64;
/** A person who has pressed 支付 waits no longer without wondering. */
const longestWaitMs = 1000;

/**
 * Whole sales through the sandbox gateway, made at a fixed rate by as many people: the order, its attempt at the gateway,
 * the payer's press, the signed notice, and the one transaction of payment, order, grant and ledger.
 */
export const orders: LoneMeasure = async ({ portal, log }) => {
  const { dataDir } = portal.config;
  const gateway = await startContender('serve-gateway.ts', 1, { dataDir });
  const origin = `http://127.0.0.1:${gateway.port}`;
  const running = await portal.start({ PAY_SANDBOX_API: origin, LOG_LEVEL: 'error' });
  const till = openTill(running.port, portal.config);
  try {
    const [warm, total] = [rate * warmUpSeconds, rate * seconds];
    const shop = await openShop(portal, { buyers: warm + total, pieces: 200 });
    log(`  ${rate} orders/s for ${seconds} s, after ${warmUpSeconds} s to warm up …`);
    await sellAtRate({ shop, till, origin, count: warm });
    const before = await countSales(portal, warm);
    const rest = { ...shop, buyers: shop.buyers.slice(warm) };
    const parties = {
      web: running.webPids,
      worker: running.workerPids,
      database: [portal.databasePid],
      gateway: gateway.pids,
    };
    const spentMs = () => ({
      ...Object.fromEntries(Object.entries(parties).map(([name, pids]) => [name, processorMs(pids)])),
      buyers: ownProcessorMs(),
    });
    const [began, spent] = [performance.now(), spentMs()];
    const times = await sellAtRate({ shop: rest, till, origin, count: total });
    const booked = (await countSales(portal, before + total)) - before;
    const lastedMs = performance.now() - began;
    return await report(portal, { times, booked, total, lastedMs, spent: difference(spentMs(), spent) });
  } finally {
    till.close();
    await running.stop();
    await gateway.stop();
  }
};

type Times = { create: number[]; start: number[]; failed: string[] };
type Sale = { shop: Shop; till: Till; origin: string; count: number };

/** Each buyer comes when it is their time, unless all tills are taken: then they queue, and the rate is not kept. */
async function sellAtRate({ shop, till, origin, count }: Sale): Promise<Times> {
  const times: Times = { create: [], start: [], failed: [] };
  const queue = shop.buyers.slice(0, count).entries();
  const began = performance.now();
  const serve = async () => {
    for (const [place, { token }] of queue) {
      const wait = began + (place * 1000) / rate - performance.now();
      if (wait > 1) await pause(wait);
      const thing = `post:${shop.pieces[place % shop.pieces.length]}`;
      const sale = sell({ till, origin, token, thing, times });
      await sale.catch((error: Error) => void times.failed.push(error.message));
    }
  };
  await Promise.all(Array.from({ length: tills }, serve));
  return times;
}

type OneSale = { till: Till; origin: string; token: string; thing: string; times: Times };

async function sell({ till, origin, token, thing, times }: OneSale): Promise<void> {
  const clocked = async <T>(list: number[], work: Promise<T>): Promise<T> => {
    const started = performance.now();
    const result = await work;
    list.push(performance.now() - started);
    return result;
  };
  const order = await clocked(
    times.create,
    till.ask('POST', '/member/createOrder', token, { thing, agreed: true }),
  );
  const { id } = dataOf<{ id: string }>(order);
  const way = { id, gateway: 'sandbox', channel: 'native' };
  const started = await clocked(times.start, till.ask('POST', '/member/payOrder', token, way));
  const { codeUrl } = dataOf<{ codeUrl: string }>(started);
  const prepay = new URL(codeUrl).searchParams.get('id') ?? '';
  await till.press(origin, prepay);
}

/** How many sales are booked, once there are `wanted` or nothing more comes. */
async function countSales(portal: Portal, wanted: number): Promise<number> {
  let count = 0;
  for (let tries = 0; tries < 240 && count < wanted; tries += 1) {
    if (tries > 0) await pause(50);
    const [row] = await portal.query<{ count: number }>(
      `select count(*)::int from ledger_transactions where kind = 'sale'`,
    );
    count = row?.count ?? 0;
  }
  return count;
}

type Sold = { times: Times; booked: number; total: number; lastedMs: number; spent: Spent };

/** Processor time in ms, by party. */
type Spent = Record<string, number>;

const difference = (now: Spent, before: Spent): Spent =>
  Object.fromEntries(Object.entries(now).map(([name, ms]) => [name, ms - (before[name] ?? 0)]));

async function report(portal: Portal, { times, booked, total, lastedMs, spent }: Sold): Promise<Line[]> {
  if (times.failed.length > 0) throw new Error(`${times.failed.length} sales failed: ${times.failed[0]}`);
  const waits = await portal.query<{ wait: number }>(
    `select (extract(epoch from paid_at - created_at) * 1000)::float8 wait from orders
     where state = 'paid' order by id desc limit $1`,
    [total],
  );
  const [{ sum = '' } = {}] = await portal.query<{ sum: string }>(
    'select sum(amount)::text sum from ledger_entries',
  );
  if (booked !== total || sum !== '0')
    throw new Error(`${booked} sales of ${total} are booked, the sum is ${sum}`);
  const whole = waits.map(({ wait }) => wait);
  const p = (list: number[], share: number) => `${figure(quantile(list, share))} ms`;
  const perSecond = (total / lastedMs) * 1000;
  const spentMs = Object.values(spent).reduce((sum, ms) => sum + ms, 0);
  const each = Object.entries(spent).map(([name, ms]) => `${name} ${figure(ms / total)}`);
  const alone = (total / spentMs) * 1000 * availableParallelism();
  return [
    {
      ...atLeast('orders paid and booked, a second', perSecond, rate * 0.95, ''),
      result: `${figure(perSecond)}/s  (${total} in ${(lastedMs / 1000).toFixed(1)} s, offered ${rate}/s)`,
      target: `≥ ${rate * 0.95}/s`,
    },
    {
      ...atLeast('the same by processor time of all parties', alone, rate, ''),
      result: `${figure(alone)}/s on ${availableParallelism()} cores that do nothing else`,
      target: `≥ ${rate}/s`,
    },
    atMost(
      'from order to paid, p99',
      quantile(whole, 0.99),
      longestWaitMs,
      'ms',
      `median ${p(whole, 0.5)}, slowest ${p(whole, 1)}`,
    ),
    said('  processor time of an order, ms', each.join(', ')),
    said('  createOrder', `p50 ${p(times.create, 0.5)}, p99 ${p(times.create, 0.99)}`),
    said('  payOrder, the gateway included', `p50 ${p(times.start, 0.5)}, p99 ${p(times.start, 0.99)}`),
    said('  ledger', `${booked} sales booked in double entry, the sum of all entries is ${sum}`),
  ];
}
