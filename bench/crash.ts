/**
 * `npm run crash [-- --payments 1000] [--kills 3]`: kills the server, all its processes at once and without warning,
 * while 1,000 people pay at the same time through the sandbox gateway, the last time the database with it, starts it again,
 * and then holds the gateway's book against ours: nothing may be lost and nothing doubled. Some notices are never sent and all others come twice; one
 * buyer in ten pays twice. Exit status 1 when anything is off.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sandboxKeys, sandboxMerchant } from '#features/payments/index.ts';
import { type PaySandbox, startPaySandbox } from '../src/main/sandbox/pay.ts';
import { freePort, openPortal, type Portal } from './portal.ts';
import { childrenOf, parentOf } from './processor.ts';
import { type Buyer, dataOf, openShop, openTill, type Reply, type Shop, type Till } from './shop.ts';

const { values } = parseArgs({
  options: { payments: { type: 'string', default: '1000' }, kills: { type: 'string', default: '3' } },
});
const payments = Number(values.payments);
const kills = Number(values.kills);
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

/** One person buys one piece, as stubbornly as people do. @returns how many calls failed and were asked again */
async function buy(
  { shop, gateway, till }: Parts,
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

/** PostgreSQL's first process; it is another after each restart. */
async function findPostmaster({ query }: Portal): Promise<number> {
  const [{ pid = 0 } = {}] = await query<{ pid: number }>('select pg_backend_pid() pid');
  return parentOf(pid);
}

function killTree(pid: number): void {
  for (const one of [pid, ...childrenOf(pid)]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // It went with its parent.
    }
  }
}

/** Asks until the database is back: as long as somebody is a member of it, a server that dies is started again. */
async function askStubbornly<R extends object>({ query }: Portal, text: string): Promise<R[]> {
  for (let tries = 0; ; tries += 1)
    try {
      return await query<R>(text);
    } catch (error) {
      if (tries > 600) throw error;
      await pause(100);
    }
}

async function untilReturned(portal: Portal, deadline: number): Promise<void> {
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

/** The gateway is another party: it lives in this process, which nobody kills. */
function openGateway({ config }: Portal): Promise<PaySandbox> {
  const { merchantPublic, platform, apiKey } = sandboxKeys(join(config.dataDir, 'pay-sandbox'));
  const parties = { ...sandboxMerchant, merchantPublic, platform, apiKey };
  return startPaySandbox({ host: '127.0.0.1', port: 0, parties });
}

type Server = { port: number; start(): Promise<void>; kill(): void };

/** The portal as `npm start` runs it, in a process group of its own, which dies as a whole. */
async function startServer({ config, connectionString }: Portal, gateway: string): Promise<Server> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  const kill = () => {
    if (child?.pid && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGKILL');
  };
  const start = async () => {
    child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/main/serve.ts'], {
      cwd: join(import.meta.dirname, '..'),
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        DATA_DIR: config.dataDir,
        DATABASE_URL: connectionString,
        HOST: '127.0.0.1',
        PORT: String(port),
        SITE_MODE: 'demo',
        LOG_LEVEL: 'silent',
        PAY_SANDBOX_API: gateway,
      },
    });
    const till = openTill(port, config);
    const began = Date.now();
    for (;;) {
      const reply = await till.ask('GET', '/reception/isLogin', 'nobody').catch(() => null);
      if (reply?.status === 200) break;
      if (child.exitCode !== null || Date.now() - began > 90_000)
        throw new Error('the server does not start');
      await pause(50);
    }
    till.close();
  };
  process.once('exit', kill);
  await start();
  return { port, start, kill };
}
