import { sql } from 'kysely';
import { failRefund } from '#features/orders/index.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { dayMs } from '#shared/dates.ts';
import { addCoupon, addPlan, addSellingAuthor, asMember, orderFor, payOrderOf } from '#testing/sales.ts';
import { pdf } from '../samples.ts';
import { addSeason, codes, type World } from '../world.ts';
import { after, byNewMember, type Kinds, type Perform, type Setups } from './setup.ts';

async function newOrder(world: World, isPaid = true) {
  const by = await world.newMember();
  const ctx = asMember(world.ctx, by.memberId);
  const id = await orderFor(ctx, { thing: `post:${await world.post({ access: 'paid', price: 900 })}` });
  if (isPaid) await payOrderOf(ctx, id);
  return { by, id };
}
const unpaidOrder = async (world: World) => ({ ...(await newOrder(world, false)), gateway: 'sandbox' });

async function failedRefund(world: World, perform: Perform) {
  const { refundId } = await perform('POST /admin/order/refund');
  await inTransaction(world.ctx, (trx) =>
    failRefund(world.ctx, trx, { refundId, error: '余额不足', isFinal: true }),
  );
  return { id: refundId };
}

async function requestedInvoice(_: World, perform: Perform) {
  const { by: buyer, id: orderId, invoice } = await perform('POST /member/requestInvoice');
  return { buyer, orderId, id: invoice.id };
}

/** Creates an author who sold something eight days ago. */
async function earningAuthor(world: World) {
  const [by, buyer, author] = [await world.newMember(), await world.newMember(), `卖家${world.unique()}`];
  const authorId = await addSellingAuthor(world, author, { memberId: by.memberId });
  const postId = await world.post({ access: 'paid', price: 50_000, author });
  const eightDaysAgo = asMember(world.ctx, buyer.memberId, { now: () => new Date(Date.now() - 8 * dayMs) });
  await payOrderOf(eightDaysAgo, await orderFor(eightDaysAgo, { thing: `post:${postId}` }));
  return { by, authorId };
}

const newPlayer = async (world: World, perform: Perform) => {
  const { by, id: playerId } = await perform('POST /member/contest/enrol');
  return { by, playerId, seasonId: world.season.id };
};

async function contestOrder(world: World) {
  await world.addFreshQuote();
  return { side: 'buy', price: 9500, quantity: 100 };
}

const ownSeason = async (world: World) => {
  const id = await addSeason(world.ctx, `赛季${world.unique()}`);
  return { id, seasonId: id };
};

/** Deletes the rows that earlier requests added for this date. */
const withoutLater = (table: string) => async (world: World) => {
  await sql`delete from ${sql.table(table)} where valid_from > now() + interval '20 years'`.execute(
    world.ctx.db,
  );
  return {};
};

export const moneyKinds: Kinds = {
  编号: async (world, perform, path) =>
    path.startsWith('/admin/coupon') ? addCoupon(world) : perform('POST /admin/feed/create'),
  优惠码: (world) => `C${world.unique()}ODE`,
  批次编号: after('POST /admin/redeem/create'),
  提现编号: after('POST /member/requestWithdrawal'),
  要购买的内容: async (world) => `post:${await world.post({ access: 'paid', price: 900 })}`,
  订单编号: (world) => newOrder(world),
  退款编号: async (_, perform) => (await perform('POST /member/requestRefund')).refunds[0].id,
  开票申请编号: requestedInvoice,
  赛季编号: ({ season }) => ({ by: season.player, id: season.id }),
  选手编号: ({ season }) => season.playerId,
  委托编号: after('POST /member/contest/order'),
  复算编号: after('POST /admin/contest/recompute'),
  股票代码: () => codes.stock,
  证券代码: () => codes.stock,
};

export const moneySetups: Setups = {
  'GET /reception/contest/season': ({ season }) => ({ id: season.id }),
  'POST /member/redeemCode': async (world, perform) => ({
    by: await world.newMember(),
    code: (await perform('POST /admin/redeem/create')).codes[0],
  }),
  'GET /member/exportIncome': earningAuthor,
  'POST /member/requestWithdrawal': earningAuthor,
  'GET /admin/ledger/author': earningAuthor,
  'POST /admin/withdrawal/pay': after('POST /admin/withdrawal/approve'),
  'GET /member/quoteOrder': async (world) => ({ thing: `plan:${await addPlan(world)}` }),
  'POST /member/createOrder': byNewMember,
  'POST /member/cancelOrder': unpaidOrder,
  'POST /member/payOrder': unpaidOrder,
  'POST /member/checkPayment': unpaidOrder,
  'GET /member/downloadInvoice': async (_, perform) => {
    const { buyer, orderId } = await perform('POST /admin/invoice/issue');
    return { by: buyer, id: orderId };
  },
  'POST /admin/refund/retry': failedRefund,
  'POST /admin/refund/abandon': failedRefund,
  'POST /admin/invoice/issue': () => ({
    file: { name: 'i.pdf', type: 'application/pdf', bytes: pdf('发票') },
  }),
  'POST /admin/reconciliation/run': () => ({ gateway: 'sandbox' }),
  'POST /member/addWatchedStock': byNewMember,
  'POST /member/deleteWatchedStock': after('POST /member/addWatchedStock'),
  'POST /member/contest/enrol': byNewMember,
  'POST /member/contest/check': contestOrder,
  'POST /member/contest/order': async (world, perform) => ({
    ...(await newPlayer(world, perform)),
    ...(await contestOrder(world)),
  }),
  'POST /member/contest/follow': async (world, perform) => ({ by: (await newPlayer(world, perform)).by }),
  'POST /member/contest/unfollow': after('POST /member/contest/follow'),
  'POST /admin/contest/deleteSeason': ownSeason,
  'POST /admin/contest/recompute': ownSeason,
  'POST /admin/contest/disqualify': newPlayer,
  'POST /admin/contest/reinstate': after('POST /admin/contest/disqualify'),
  'POST /admin/contest/market/addRule': withoutLater('trade_rules'),
  'POST /admin/contest/market/addFee': withoutLater('trade_fees'),
  'POST /admin/contest/market/addSessions': withoutLater('trade_sessions'),
};
