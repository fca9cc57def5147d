/**
 * `npm run crash [-- --payments 1000] [--kills 3]`: kills all processes of the server at once and without warning,
 * while 1,000 people pay concurrently through the sandbox gateway; the last time it kills the database too. After each
 * kill it starts the server again. Finally it compares the gateway's book with the portal's: no payment may be lost or
 * duplicated. Some notices are never sent and all others arrive twice; one buyer in ten pays twice. Exits with 1 on any
 * difference.
 *
 * `npm run crash -- --writes [--kills 40]`: instead kills one random process after another while members and staff
 * write continuously (`crash/writes.ts`).
 *
 * `npm run crash -- --letters 10000 [--kills 2]`: instead kills the worker while it sends a letter
 * (`crash/letters.ts`).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { PaySandbox } from '../src/features/payments/sandbox/gateway-server.ts';
import { buy, waitUntilSettled } from './crash/buy.ts';
import { killUnderLetters } from './crash/letters.ts';
import {
  findPostmaster,
  killTree,
  openGateway,
  queryUntilUp,
  type Server,
  startServer,
} from './crash/server.ts';
import { killUnderWrites } from './crash/writes.ts';
import { openPortal, type Portal } from './portal.ts';
import { type BuyerClient, openBuyerClient, openShop, type Shop } from './shop.ts';

const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '1000' },
    kills: { type: 'string' },
    writes: { type: 'boolean' },
    letters: { type: 'string' },
  },
});
if (values.writes) process.exit((await killUnderWrites(Number(values.kills ?? 40), console.log)) ? 0 : 1);
if (values.letters) {
  const isFine = await killUnderLetters(Number(values.letters), Number(values.kills ?? 2), console.log);
  process.exit(isFine ? 0 : 1);
}

const payments = Number(values.payments);
const kills = Number(values.kills ?? 3);
const lostNotices = Math.ceil(payments / 20);
const maxDurationMs = 180_000;
const log = (line: string) => console.log(line);
let isFine = true;

log('bringing up a database …');
const portal = await openPortal({ hasDemo: true, settings: { LOG_LEVEL: 'silent' }, log: () => {} });
try {
  const shop = await openShop(portal, { buyers: payments, posts: 40 });
  const gateway = await openGateway(portal);
  const server = await startServer(portal, gateway.origin);
  const client = openBuyerClient(`http://127.0.0.1:${server.port}`, portal.config);
  try {
    await run({ portal, shop, gateway, server, client });
  } finally {
    client.close();
    server.kill();
    await gateway.stop();
  }
} finally {
  await portal.close();
}
process.exit(isFine ? 0 : 1);

type Parts = { portal: Portal; shop: Shop; gateway: PaySandbox; server: Server; client: BuyerClient };

async function run(parts: Parts): Promise<void> {
  const { portal, shop, gateway, server } = parts;
  const { control, store } = gateway;
  control.repeat = 1;
  log(
    `${payments} people pay concurrently; the server is killed ${kills} times meanwhile, the last time with its database`,
  );
  const deadline = Date.now() + maxDurationMs;
  const purchases = Promise.all(shop.buyers.map((buyer, index) => buy(parts, buyer, index, deadline)));
  const paidTrades = () => store.trades().filter(({ state }) => state === 'SUCCESS');
  for (let kill = 1; kill <= kills; kill += 1) {
    const paidUntilKill = Math.floor((payments * kill) / (kills + 1));
    while (paidTrades().length < paidUntilKill && Date.now() < deadline) await pause(5);
    const isWithDatabase = kill === kills;
    const postmaster = isWithDatabase ? await findPostmaster(portal) : null;
    server.kill();
    if (postmaster) killTree(postmaster);
    const [{ count = 0 } = {}] = await queryUntilUp<{ count: number }>(
      portal,
      `select count(*)::int from payments where state = 'succeeded'`,
    );
    log(
      `  kill -9 no. ${kill}${isWithDatabase ? ', the database too' : ''}: ${paidTrades().length} paid at the gateway, of which ${paidTrades().length - count} are not known here`,
    );
    if (kill === 1) control.lose = lostNotices;
    await server.start();
  }
  const retryCounts = await purchases;
  await waitUntilSettled(portal, deadline);
  log(`done; ${retryCounts.reduce((sum, tries) => sum + tries, 0)} calls were retried\n`);
  await compare(portal, gateway);
}

/** Compares the gateway's book with the portal's, line by line and by sums. */
async function compare({ query }: Portal, { store }: PaySandbox): Promise<void> {
  const gatewayTrades = store.trades().filter(({ state }) => state === 'SUCCESS');
  const knownPayments = await query<{ number: string; amount: number }>(
    `select trade_number number, amount from payments where state = 'succeeded'`,
  );
  const amounts = new Map(knownPayments.map(({ number, amount }) => [number, amount]));
  const lostPayments = gatewayTrades.filter(({ number, amount }) => amounts.get(number) !== amount);
  const queryNumber = async (text: string) =>
    Number((await query<{ n: string }>(`select (${text})::text n`))[0]?.n);
  const receivedSum = gatewayTrades.reduce((sum, { amount }) => sum + amount, 0);
  const refundedSum = gatewayTrades.reduce((sum, { refunded }) => sum + refunded, 0);
  const surplus = gatewayTrades.length - payments;
  check('payments at the gateway, and known here', gatewayTrades.length, knownPayments.length);
  check('payments lost, or of another amount', 0, lostPayments.length);
  check('orders paid', payments, await queryNumber(`select count(*) from orders where state = 'paid'`));
  check(
    'orders in any other state',
    0,
    await queryNumber(`select count(*) from orders where state <> 'paid'`),
  );
  check('grants', payments, await queryNumber(`select count(*) from grants where source like 'order:%'`));
  check(
    'orders with other than one grant',
    0,
    await queryNumber(
      `select count(*) from (select 1 from orders o left join grants g on g.source = 'order:' || o.id
       group by o.id having count(g.id) <> 1) odd`,
    ),
  );
  check(
    'sales booked',
    payments,
    await queryNumber(`select count(*) from ledger_transactions where kind = 'sale'`),
  );
  check(
    'surplus booked',
    surplus,
    await queryNumber(`select count(*) from ledger_transactions where kind = 'surplus'`),
  );
  check(
    'surplus given back',
    surplus,
    await queryNumber(`select count(*) from ledger_transactions where kind = 'surplus_refund'`),
  );
  check('refunds at the gateway', surplus, store.refunds().length);
  check(
    'gateway account in the ledger, fen',
    receivedSum - refundedSum,
    await queryNumber(
      `select coalesce(sum(amount), 0) from ledger_entries where account = 'gateway:sandbox'`,
    ),
  );
  check(
    'what authors are owed, fen',
    await queryNumber(`select coalesce(sum(amount * author_share / 10000), 0) from orders`),
    await queryNumber(`select -coalesce(sum(amount), 0) from ledger_entries where account like 'author:%'`),
  );
  check(
    'sum of the whole ledger, fen',
    0,
    await queryNumber(`select coalesce(sum(amount), 0) from ledger_entries`),
  );
  log(isFine ? '\nnothing lost, nothing doubled' : '\nthe books do not agree');
}

function check(what: string, wanted: number, found: number): void {
  if (wanted !== found) isFine = false;
  log(
    `${wanted === found ? '✓' : '✗'} ${what.padEnd(44)} ${found}${wanted === found ? '' : `, should be ${wanted}`}`,
  );
}
