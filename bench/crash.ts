/**
 * `npm run crash [-- --payments 1000] [--kills 3]`: kills the server, all its processes at once and without warning,
 * while 1,000 people pay at the same time through the sandbox gateway, the last time the database with it, starts it again,
 * and then holds the gateway's book against ours: nothing may be lost and nothing doubled. Some notices are never sent and all others come twice; one
 * buyer in ten pays twice. Exit status 1 when anything is off.
 *
 * `npm run crash -- --writes [--kills 40]`: kills one process after another instead, chosen at random, while members and staff
 * write all the time (`crash/writes.ts`).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { PaySandbox } from '../src/main/sandbox/pay.ts';
import { buy, untilReturned } from './crash/buy.ts';
import {
  askStubbornly,
  findPostmaster,
  killTree,
  openGateway,
  type Server,
  startServer,
} from './crash/server.ts';
import { killUnderWrites } from './crash/writes.ts';
import { openPortal, type Portal } from './portal.ts';
import { openShop, openTill, type Shop, type Till } from './shop.ts';

const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '1000' },
    kills: { type: 'string' },
    writes: { type: 'boolean' },
  },
});
if (values.writes) process.exit((await killUnderWrites(Number(values.kills ?? 40), console.log)) ? 0 : 1);

const payments = Number(values.payments);
const kills = Number(values.kills ?? 3);
const lostNotices = Math.ceil(payments / 20);
const longestMs = 180_000;
const log = (line: string) => console.log(line);
let isFine = true;

log('bringing up a database …');
const portal = await openPortal({ hasDemo: true, settings: { LOG_LEVEL: 'silent' }, log: () => {} });
try {
  const shop = await openShop(portal, { buyers: payments, pieces: 40 });
  const gateway = await openGateway(portal);
  const server = await startServer(portal, gateway.origin);
  const till = openTill(server.port, portal.config);
  try {
    await run({ portal, shop, gateway, server, till });
  } finally {
    till.close();
    server.kill();
    await gateway.stop();
  }
} finally {
  await portal.close();
}
process.exit(isFine ? 0 : 1);

type Parts = { portal: Portal; shop: Shop; gateway: PaySandbox; server: Server; till: Till };

async function run(parts: Parts): Promise<void> {
  const { portal, shop, gateway, server } = parts;
  const { control, book } = gateway;
  control.repeat = 1;
  log(
    `${payments} people pay at once; the server is killed ${kills} times meanwhile, the last time with its database`,
  );
  const deadline = Date.now() + longestMs;
  const buying = Promise.all(shop.buyers.map((buyer, place) => buy(parts, buyer, place, deadline)));
  const paidThere = () => book.trades().filter(({ state }) => state === 'SUCCESS');
  for (let kill = 1; kill <= kills; kill += 1) {
    const due = Math.floor((payments * kill) / (kills + 1));
    while (paidThere().length < due && Date.now() < deadline) await pause(5);
    const isWithDatabase = kill === kills;
    const postmaster = isWithDatabase ? await findPostmaster(portal) : null;
    server.kill();
    if (postmaster) killTree(postmaster);
    const [{ count = 0 } = {}] = await askStubbornly<{ count: number }>(
      portal,
      `select count(*)::int from payments where state = 'succeeded'`,
    );
    log(
      `  kill -9 no. ${kill}${isWithDatabase ? ', the database too' : ''}: ${paidThere().length} paid at the gateway, of which ${paidThere().length - count} are not known here`,
    );
    if (kill === 1) control.lose = lostNotices;
    await server.start();
  }
  const bought = await buying;
  await untilReturned(portal, deadline);
  log(`all of it done, ${bought.reduce((sum, tries) => sum + tries, 0)} calls were asked again\n`);
  await compare(portal, gateway);
}

/** The gateway's book against ours: line by line, then sum by sum. */
async function compare({ query }: Portal, { book }: PaySandbox): Promise<void> {
  const theirs = book.trades().filter(({ state }) => state === 'SUCCESS');
  const ours = await query<{ number: string; amount: number }>(
    `select trade_number number, amount from payments where state = 'succeeded'`,
  );
  const amounts = new Map(ours.map(({ number, amount }) => [number, amount]));
  const lost = theirs.filter(({ number, amount }) => amounts.get(number) !== amount);
  const one = async (text: string) => Number((await query<{ n: string }>(`select (${text})::text n`))[0]?.n);
  const came = theirs.reduce((sum, { amount }) => sum + amount, 0);
  const back = theirs.reduce((sum, { refunded }) => sum + refunded, 0);
  const surplus = theirs.length - payments;
  check('payments at the gateway, and known here', theirs.length, ours.length);
  check('payments lost, or of another amount', 0, lost.length);
  check('orders paid', payments, await one(`select count(*) from orders where state = 'paid'`));
  check('orders in any other state', 0, await one(`select count(*) from orders where state <> 'paid'`));
  check('grants', payments, await one(`select count(*) from grants where source like 'order:%'`));
  check(
    'orders with other than one grant',
    0,
    await one(
      `select count(*) from (select 1 from orders o left join grants g on g.source = 'order:' || o.id
       group by o.id having count(g.id) <> 1) odd`,
    ),
  );
  check('sales booked', payments, await one(`select count(*) from ledger_transactions where kind = 'sale'`));
  check(
    'surplus booked',
    surplus,
    await one(`select count(*) from ledger_transactions where kind = 'surplus'`),
  );
  check(
    'surplus given back',
    surplus,
    await one(`select count(*) from ledger_transactions where kind = 'surplus_refund'`),
  );
  check('refunds at the gateway', surplus, book.refunds().length);
  check(
    'gateway account in the ledger, fen',
    came - back,
    await one(`select coalesce(sum(amount), 0) from ledger_entries where account = 'gateway:sandbox'`),
  );
  check(
    'what authors are owed, fen',
    await one(`select coalesce(sum(amount * author_share / 10000), 0) from orders`),
    await one(`select -coalesce(sum(amount), 0) from ledger_entries where account like 'author:%'`),
  );
  check('sum of the whole ledger, fen', 0, await one(`select coalesce(sum(amount), 0) from ledger_entries`));
  log(isFine ? '\nnothing lost, nothing doubled' : '\nthe books do not agree');
}

function check(what: string, wanted: number, found: number): void {
  if (wanted !== found) isFine = false;
  log(
    `${wanted === found ? '✓' : '✗'} ${what.padEnd(44)} ${found}${wanted === found ? '' : `, should be ${wanted}`}`,
  );
}
