import { sql } from 'kysely';
import { failRefund } from '#features/orders/index.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { dayMs } from '#shared/dates.ts';
import { addCoupon, addPlan, asMember, orderFor, payOrderOf } from '#testing/sales.ts';
import { pdf } from '../samples.ts';
import { addSeason, codes, type Person, type World } from '../world.ts';
import { type Baselines, byId, byQueryId } from './baseline.ts';

const paidOrderId = async (world: World) => (await world.order()).id;
const bodyOfBuyer =
  (isPaid: boolean, more: object = {}) =>
  async (world: World) => {
    const { id, buyer } = await world.order({ isPaid });
    return { as: buyer, body: { id, ...more } };
  };
const queryOfBuyer = async (world: World) => {
  const { id, buyer } = await world.order();
  return { as: buyer, query: { id } };
};

const plan = { scope: 'vip', name: '月卡', months: 1, price: 3000 };
const coupon = (world: World) => ({ code: `C${world.unique()}ODE`, name: '立减', amountOff: 100 });
const batch = { name: '一批', scope: 'vip', months: 1, count: 2 };

const newBatch = (world: World): Promise<{ id: string; codes: string[] }> =>
  world.callAdmin('POST redeem/create', { body: batch });

async function requestedRefund(world: World): Promise<string> {
  const { id, buyer } = await world.order();
  const { refunds } = await world.call('POST /member/requestRefund', buyer, {
    body: { id, reason: '不要了' },
  });
  return refunds[0].id;
}

async function failedRefund(world: World): Promise<string> {
  const { refundId } = await world.callAdmin('POST order/refund', {
    body: { id: await paidOrderId(world), reason: '误购' },
  });
  await inTransaction(world.ctx, (trx) =>
    failRefund(world.ctx, trx, { refundId, error: '余额不足', isFinal: true }),
  );
  return refundId;
}

const invoice = { titleKind: 'person', title: '张三', email: 'me@example.cn' };

async function requestedInvoice(world: World) {
  const { id, buyer } = await world.order();
  await world.call('POST /member/requestInvoice', buyer, { body: { id, ...invoice } });
  const { records } = await world.callAdmin('GET invoice/list', {
    query: { state: 'requested', size: '100' },
  });
  const found = records.find(
    (one: { orderId?: string; order?: { id: string } }) => (one.orderId ?? one.order?.id) === id,
  );
  return { id: found?.id as string, orderId: id, buyer };
}

/** Creates an author who sold something eight days ago. */
async function earningAuthor(world: World): Promise<Person & { authorId: string }> {
  const person = await world.newMember();
  const name = `卖家${world.unique()}`;
  const postId = await world.post({ access: 'paid', price: 50_000, author: name });
  const { author_id } = await world.ctx.db
    .selectFrom('posts')
    .select('author_id')
    .where('id', '=', postId)
    .executeTakeFirstOrThrow();
  await world.ctx.db
    .updateTable('authors')
    .set({ member_id: person.memberId })
    .where('id', '=', author_id)
    .execute();
  const eightDaysAgo = asMember(world.ctx, (await world.newMember()).memberId, {
    now: () => new Date(Date.now() - 8 * dayMs),
  });
  await payOrderOf(eightDaysAgo, await orderFor(eightDaysAgo, { thing: `post:${postId}` }));
  return { ...person, authorId: author_id };
}

async function newWithdrawal(world: World): Promise<string> {
  const author = await earningAuthor(world);
  const answer = await world.call('POST /member/requestWithdrawal', author, {
    body: { amount: 10_000, payee: '张三 6222' },
  });
  if (answer?.id) return answer.id;
  const { records } = await world.call('GET /member/withdrawals', author);
  return records[0].id;
}

async function approvedWithdrawal(world: World): Promise<string> {
  const id = await newWithdrawal(world);
  await world.callAdmin('POST withdrawal/approve', { body: { id } });
  return id;
}

const season = (world: World) => ({
  name: `赛季${world.unique()}`,
  startsOn: '2099-01-01',
  endsOn: '2099-02-01',
  startingCash: 100_000_000,
  boards: ['main'],
  withSt: false,
  positionCapBp: 10_000,
  commissionPpm: 250,
  commissionLeast: 500,
  delayDays: 0,
  forWhom: 'member',
  isOpen: false,
});

async function newPlayer(world: World): Promise<Person & { playerId: string }> {
  const person = await world.newMember();
  const { id } = await world.call('POST /member/contest/enrol', person, {
    body: { seasonId: world.season.id },
  });
  return { ...person, playerId: id };
}

const ofSeason = (world: World) => ({ query: { seasonId: world.season.id } });
const ofOwnSeason = (world: World) => ({ as: world.season.player, query: { seasonId: world.season.id } });
const ofStock = () => ({ query: { code: codes.stock } });

async function contestOrder(world: World) {
  await world.addFreshQuote();
  const order = { code: codes.stock, side: 'buy', price: 9500, quantity: 100 };
  return { seasonId: world.season.id, ...order };
}

export const moneyBaselines: Baselines = {
  'POST /member/redeemCode': async (world) => {
    const { codes: made } = await newBatch(world);
    return { as: await world.newMember(), body: { code: made[0] } };
  },
  'POST /admin/plan/save': (world) => ({ body: { ...plan, name: `月卡${world.unique()}` } }),
  'POST /admin/coupon/save': (world) => ({ body: coupon(world) }),
  'POST /admin/coupon/setActive': byId(async (world) => (await addCoupon(world)).id, { isActive: false }),
  'POST /admin/redeem/create': () => ({ body: batch }),
  'GET /admin/redeem/codes': async (world) => ({ query: { batchId: (await newBatch(world)).id } }),
  'POST /admin/redeem/revoke': async (world) => ({ body: { batchId: (await newBatch(world)).id } }),
  'GET /member/exportIncome': async (world) => ({ as: await earningAuthor(world) }),
  'POST /member/requestWithdrawal': async (world) => ({
    as: await earningAuthor(world),
    body: { amount: 10_000, payee: '张三 6222' },
  }),
  'GET /admin/ledger/author': async (world) => ({
    query: { authorId: (await earningAuthor(world)).authorId },
  }),
  'POST /admin/withdrawal/approve': byId(newWithdrawal),
  'POST /admin/withdrawal/reject': byId(newWithdrawal, { note: '账号不符' }),
  'POST /admin/withdrawal/pay': byId(approvedWithdrawal, { note: '回单 1' }),
  'GET /member/quoteOrder': async (world) => ({ query: { thing: `plan:${await addPlan(world)}` } }),
  'POST /member/createOrder': async (world) => ({
    as: await world.newMember(),
    body: { thing: `post:${await world.post({ access: 'paid', price: 900 })}`, agreed: true },
  }),
  'POST /member/cancelOrder': bodyOfBuyer(false),
  'GET /member/order': queryOfBuyer,
  'POST /member/requestRefund': bodyOfBuyer(true, { reason: '不要了' }),
  'POST /member/requestInvoice': bodyOfBuyer(true, invoice),
  'GET /member/downloadInvoice': async (world) => {
    const { orderId, buyer } = await requestedInvoice(world);
    const file = await world.portal.app.files.saveOwn(world.ctx.tenant.id, pdf(`发票 ${orderId}`), 'i.pdf');
    await world.ctx.db
      .updateTable('invoice_requests')
      .set({ state: 'issued', file })
      .where('order_id', '=', orderId)
      .execute();
    return { as: buyer, query: { id: orderId } };
  },
  'GET /admin/order/detail': byQueryId(paidOrderId),
  'POST /admin/order/refund': byId(paidOrderId, { reason: '误购' }),
  'POST /admin/refund/approve': byId(requestedRefund),
  'POST /admin/refund/reject': byId(requestedRefund, { note: '不符' }),
  'POST /admin/refund/retry': byId(failedRefund),
  'POST /admin/refund/abandon': byId(failedRefund, { note: '线下补偿' }),
  'POST /admin/invoice/issue': async (world) => ({
    file: { name: 'i.pdf', type: 'application/pdf', bytes: pdf('发票') },
    body: { id: (await requestedInvoice(world)).id },
  }),
  'POST /admin/invoice/reject': byId(async (world) => (await requestedInvoice(world)).id, {
    note: '抬头不符',
  }),
  'POST /member/payOrder': bodyOfBuyer(false, { gateway: 'sandbox', channel: 'native' }),
  'POST /member/checkPayment': bodyOfBuyer(false),
  'GET /member/getPayState': queryOfBuyer,
  'POST /admin/reconciliation/run': () => ({ body: { gateway: 'sandbox', day: '2026-11-20' } }),
  'GET /reception/contest/season': (world) => ({ query: { id: world.season.id } }),
  'GET /reception/contest/tradeFacts': ofSeason,
  'GET /reception/contest/board': ofSeason,
  'GET /reception/contest/instruments': ofSeason,
  'GET /reception/stock': ofStock,
  'GET /reception/stockPosts': ofStock,
  'POST /member/addWatchedStock': async (world) => ({ as: await world.newMember(), ...ofStock() }),
  'POST /member/deleteWatchedStock': async (world) => {
    const as = await world.newMember();
    await world.call('POST /member/addWatchedStock', as, ofStock());
    return { as, ...ofStock() };
  },
  'GET /reception/contest/active': ofSeason,
  'GET /reception/contest/quote': ofStock,
  'GET /reception/contest/candles': ofStock,
  'GET /reception/contest/intraday': ofStock,
  'GET /reception/contest/player': (world) => ({ query: { id: world.season.playerId } }),
  'GET /reception/contest/playerTrades': (world) => ({ query: { id: world.season.playerId } }),
  'POST /member/contest/enrol': async (world) => ({
    as: await world.newMember(),
    body: { seasonId: world.season.id },
  }),
  'GET /member/contest/account': ofOwnSeason,
  'POST /member/contest/check': async (world) => ({
    as: world.season.player,
    body: await contestOrder(world),
  }),
  'POST /member/contest/order': async (world) => ({
    as: await newPlayer(world),
    body: await contestOrder(world),
  }),
  'POST /member/contest/cancel': async (world) => {
    const as = await newPlayer(world);
    const { id } = await world.call('POST /member/contest/order', as, { body: await contestOrder(world) });
    return { as, body: { id } };
  },
  'GET /member/contest/orders': ofOwnSeason,
  'GET /member/contest/following': ofOwnSeason,
  'POST /member/contest/follow': async (world) => ({
    as: await newPlayer(world),
    body: { playerId: world.season.playerId },
  }),
  'POST /member/contest/unfollow': async (world) => {
    const as = await newPlayer(world);
    await world.call('POST /member/contest/follow', as, { body: { playerId: world.season.playerId } });
    return { as, body: { playerId: world.season.playerId } };
  },
  'GET /admin/contest/season': (world) => ({ query: { id: world.season.id } }),
  'POST /admin/contest/season': (world) => ({ body: season(world) }),
  'POST /admin/contest/deleteSeason': byId((world) => addSeason(world.ctx, `赛季${world.unique()}`)),
  'GET /admin/contest/players': ofSeason,
  'POST /admin/contest/disqualify': async (world) => ({
    body: { playerId: (await newPlayer(world)).playerId, reason: '违规' },
  }),
  'POST /admin/contest/reinstate': async (world) => {
    const { playerId } = await newPlayer(world);
    await world.callAdmin('POST contest/disqualify', { body: { playerId, reason: '违规' } });
    return { body: { playerId, reason: '误判' } };
  },
  'GET /admin/contest/recomputes': ofSeason,
  'GET /admin/contest/recompute': async (world) => {
    const seasonId = await addSeason(world.ctx, `赛季${world.unique()}`);
    const { id } = await world.callAdmin('POST contest/recompute', { body: { seasonId } });
    return { query: { id } };
  },
  'POST /admin/contest/recompute': async (world) => ({
    body: { seasonId: await addSeason(world.ctx, `赛季${world.unique()}`) },
  }),
  'POST /admin/contest/market/tryPull': (world) => ({ body: { url: `${world.externalSite}/quotes` } }),
  'POST /admin/contest/market/addRule': async (world) => {
    await sql`delete from trade_rules where valid_from > now() + interval '20 years'`.execute(world.ctx.db);
    return {
      body: {
        board: 'main',
        isSt: false,
        validFrom: '2088-01-01',
        lotLeast: 100,
        lotStep: 100,
        lotMost: 1_000_000,
        limitBp: 1000,
        freeDays: 0,
        tick: 10,
      },
    };
  },
  'POST /admin/contest/market/addFee': async (world) => {
    await sql`delete from trade_fees where valid_from > now() + interval '20 years'`.execute(world.ctx.db);
    return { body: { validFrom: '2088-01-01', stampPpm: 500, transferPpm: 10 } };
  },
  'POST /admin/contest/market/addSessions': async (world) => {
    await sql`delete from trade_sessions where valid_from > now() + interval '20 years'`.execute(
      world.ctx.db,
    );
    return {
      body: {
        validFrom: '2088-01-01',
        parts: [
          { opens: '09:30', closes: '11:30' },
          { opens: '13:00', closes: '15:00' },
        ],
      },
    };
  },
};
