import type { Portal } from './portal.ts';
import { addPost } from './posts-and-members.ts';

let serial = 0;

type OrderChanges = {
  amount?: number;
  state?: 'pending';
  expiresInMs?: number;
  postId?: string;
  title?: string;
};

/** Creates a pending order of a member for a new post, through the same code as the order calls. @returns its id */
export async function addOrder(
  portal: Portal,
  memberId: string,
  { amount = 1850, expiresInMs = 30 * 60_000, postId, title }: OrderChanges = {},
): Promise<string> {
  serial += 1;
  const post_id = postId ?? (await addPost(portal, { access: 'paid', price: amount }));
  const post = await portal.ctx.db
    .selectFrom('posts')
    .select(['title', 'author_id'])
    .where('id', '=', post_id)
    .executeTakeFirstOrThrow();
  const { id } = await portal.ctx.db
    .insertInto('orders')
    .values({
      number: `G20261121${String(Date.now())}${String(serial).padStart(6, '0')}`,
      member_id: memberId,
      kind: 'post',
      shelf: 'article',
      thing: `post:${post_id}`,
      post_id,
      title: title ?? post.title,
      list_price: amount,
      amount,
      author_id: post.author_id,
      author_share: 7000,
      expires_at: new Date(Date.now() + expiresInMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns everything about an order that a payment or refund may change. */
export async function orderState({ ctx: { db } }: Portal, id: string) {
  const order = await db
    .selectFrom('orders')
    .select(['state', 'refunded_amount', 'grant_id', 'member_id', 'post_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const payments = await db
    .selectFrom('payments')
    .select(['id', 'trade_number', 'state', 'amount', 'is_surplus', 'gateway_number'])
    .where('order_id', '=', id)
    .orderBy('id')
    .execute();
  const refunds = await db
    .selectFrom('refunds')
    .select(['number', 'kind', 'state', 'amount', 'error'])
    .where('order_id', '=', id)
    .orderBy('id')
    .execute();
  const entries = await db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
    .select(['t.kind', 'e.account', 'e.amount'])
    .where('t.order_id', '=', id)
    .execute();
  const grants = await db
    .selectFrom('grants')
    .select(['id', 'source'])
    .where('source', '=', `order:${id}`)
    .execute();
  return { ...order, payments, refunds, entries, grants };
}
