import { setTimeout as pause } from 'node:timers/promises';
import { startContender } from '../contenders.ts';
import type { Measure, MeasureArguments } from '../measure.ts';
import { atLeast, atMost, figure, type Line, said } from '../report.ts';
import { quantile } from '../rounds.ts';
import { dataOf, openShop, openTill, type Shop, type Till } from '../shop.ts';

/** Orders a second that buyers make, whether or not the portal keeps up, and for how long. */
const rate = 200;
const seconds = 20;
const warmUpSeconds = 3;
/** A person who has pressed 支付 waits no longer without wondering. */
const longestWaitMs = 1000;

/**
 * Whole sales through the sandbox gateway, made at a fixed rate by as many people: the order, its attempt at the gateway,
 * the payer's press, the signed notice, and the one transaction of payment, order, grant and ledger.
 */
export const orders: Measure = async (given) => {
  const { portal, log } = given;
  const { dataDir } = portal.config;
  const gateway = await startContender('serve-gateway.ts', 1, { dataDir });
  const origin = `http://127.0.0.1:${gateway.port}`;
  const running = await portal.start({ PAY_SANDBOX_API: origin });
  const till = openTill(running.port, portal.config);
  try {
    const total = rate * (seconds + warmUpSeconds);
    const shop = await openShop(portal, { buyers: total, pieces: 200 });
    const before = await countSales(given);
    log(`  ${rate} orders/s for ${seconds} s, after ${warmUpSeconds} s to warm up …`);
    const times = await sellAtRate({ shop, till, origin });
    const last = await untilBooked(given, before + total);
    return await report(given, { times, booked: last - before, total });
  } finally {
    till.close();
    await running.stop();
    await gateway.stop();
  }
};

type Times = { create: number[]; start: number[]; failed: string[] };
type Sale = { shop: Shop; till: Till; origin: string };

/** Sends each buyer off when it is their time, however far the others are. */
async function sellAtRate({ shop, till, origin }: Sale): Promise<Times> {
  const times: Times = { create: [], start: [], failed: [] };
  const sales: Promise<void>[] = [];
  const began = performance.now();
  for (const [place, { token }] of shop.buyers.entries()) {
    const wait = began + (place * 1000) / rate - performance.now();
    if (wait > 1) await pause(wait);
    const isMeasured = place >= rate * warmUpSeconds;
    const thing = `post:${shop.pieces[place % shop.pieces.length]}`;
    const sale = sell({ till, origin, token, thing, times: isMeasured ? times : null });
    sales.push(sale.catch((error: Error) => void times.failed.push(error.message)));
  }
  await Promise.all(sales);
  return times;
}

type OneSale = { till: Till; origin: string; token: string; thing: string; times: Times | null };

async function sell({ till, origin, token, thing, times }: OneSale): Promise<void> {
  const clocked = async <T>(list: number[] | undefined, work: Promise<T>): Promise<T> => {
    const started = performance.now();
    const result = await work;
    list?.push(performance.now() - started);
    return result;
  };
  const order = await clocked(
    times?.create,
    till.ask('POST', '/member/createOrder', token, { thing, agreed: true }),
  );
  const { id } = dataOf<{ id: string }>(order);
  const way = { id, gateway: 'sandbox', channel: 'native' };
  const started = await clocked(times?.start, till.ask('POST', '/member/payOrder', token, way));
  const { codeUrl } = dataOf<{ codeUrl: string }>(started);
  const prepay = new URL(codeUrl).searchParams.get('id') ?? '';
  const pressed = await fetch(`${origin}/pay`, {
    method: 'POST',
    body: new URLSearchParams({ id: prepay, act: 'pay' }),
  });
  await pressed.arrayBuffer();
  if (pressed.status !== 200) throw new Error(`the gateway answered ${pressed.status}`);
}

async function countSales({ portal }: MeasureArguments): Promise<number> {
  const [{ count = 0 } = {}] = await portal.query<{ count: number }>(
    `select count(*)::int from ledger_transactions where kind = 'sale'`,
  );
  return count;
}

async function untilBooked(given: MeasureArguments, wanted: number): Promise<number> {
  let count = 0;
  for (let tries = 0; tries < 120 && count < wanted; tries += 1) {
    if (tries > 0) await pause(250);
    count = await countSales(given);
  }
  return count;
}

async function report(
  { portal }: MeasureArguments,
  { times, booked, total }: { times: Times; booked: number; total: number },
): Promise<Line[]> {
  if (times.failed.length > 0) throw new Error(`${times.failed.length} sales failed: ${times.failed[0]}`);
  const waits = await portal.query<{ second: string; wait: number }>(
    `with these as (
       select created_at, paid_at from orders where state = 'paid' order by id desc limit $1
     )
     select floor(extract(epoch from paid_at))::text as second,
       (extract(epoch from paid_at - created_at) * 1000)::float8 wait
     from these where created_at >= (select min(created_at) from these) + $2 * interval '1 second'`,
    [total, warmUpSeconds],
  );
  const [{ sum = '' } = {}] = await portal.query<{ sum: string }>(
    'select sum(amount)::text sum from ledger_entries',
  );
  if (booked !== total || sum !== '0')
    throw new Error(`${booked} sales of ${total} are booked, the sum is ${sum}`);
  const whole = waits.map(({ wait }) => wait);
  const spans = waits.map(({ second }) => Number(second));
  const lasted = Math.max(...spans) - Math.min(...spans) + 1;
  const p = (list: number[], share: number) => `${figure(quantile(list, share))} ms`;
  return [
    {
      ...atLeast('orders paid and booked per second', waits.length / lasted, rate * 0.95, ''),
      result: `${figure(waits.length / lasted)}/s  (${waits.length} in ${lasted} s, offered ${rate}/s)`,
      target: `≥ ${rate * 0.95}/s`,
    },
    atMost(
      'from order to paid, p99',
      quantile(whole, 0.99),
      longestWaitMs,
      'ms',
      `median ${p(whole, 0.5)}, slowest ${p(whole, 1)}`,
    ),
    said('  createOrder', `p50 ${p(times.create, 0.5)}, p99 ${p(times.create, 0.99)}`),
    said('  payOrder, the gateway included', `p50 ${p(times.start, 0.5)}, p99 ${p(times.start, 0.99)}`),
    said('  ledger', `${booked} sales booked in double entry, the sum of all entries is ${sum}`),
  ];
}
