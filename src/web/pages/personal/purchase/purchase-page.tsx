import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { columnPath, detailPath } from '#client/routes.ts';
import type { Membership } from '#features/memberships/schema.ts';
import type { Order, OrderPage } from '#features/orders/schema.ts';
import { isId } from '#shared/ids.ts';
import { formatFen } from '#shared/money.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { LoadMore } from '#ui/controls/pagination.tsx';
import { TabNav } from '#ui/controls/tabs.tsx';
import { Link } from '#ui/link.tsx';
import { State } from '#ui/marks/tag.tsx';
import { Void } from '#ui/states/void.tsx';
import type { Ask } from '../../../api.ts';
import { startPaying } from '../../../parts/pay/paying.ts';
import { useEndless } from '../../../parts/use-endless.ts';
import { useSurroundings } from '../../../site.ts';
import { definePersonalPage } from '../personal-page.tsx';
import { stampOf } from '../stamp.ts';
import { Memberships } from './memberships.tsx';
import { OrderSheet } from './order-sheet.tsx';
import { lookOf } from './order-words.ts';
import s from './purchase-page.module.css';

type Shelf = Order['shelf'] | 'all';

const shelves: readonly { shelf: Shelf; label: string }[] = [
  { shelf: 'all', label: '全部' },
  { shelf: 'article', label: '文章' },
  { shelf: 'information', label: '资讯' },
  { shelf: 'subscription', label: '订阅' },
];

const addressOf = (shelf: Shelf, orderId?: string): string => {
  const query = new URLSearchParams({
    ...(shelf !== 'all' && { shelf }),
    ...(orderId && { order: orderId }),
  });
  return `/personal/purchase${query.size > 0 ? `?${query}` : ''}`;
};

/** What the reader bought (seed §2): articles, information, subscriptions; receipts, renewal, invoice, refund. */
export const page = definePersonalPage({
  title: '我的购买',
  load: async ({ ask, place: { query } }) => {
    const shelf = shelves.find((one) => one.shelf === query.get('shelf'))?.shelf ?? 'all';
    const orderId = query.get('order') ?? '';
    const [first, memberships] = await Promise.all([
      askOrders(ask, shelf),
      ask('GET /member/memberships', undefined, { isSilent: true }),
    ]);
    return { shelf, first, memberships, orderId: isId(orderId) ? orderId : null };
  },
  Body: ({ data: { shelf, first, memberships, orderId } }) => (
    <Purchases key={shelf} shelf={shelf} first={first} memberships={memberships} orderId={orderId} />
  ),
});

const askOrders = (ask: Ask, shelf: Shelf, cursor = ''): Promise<OrderPage> =>
  ask('GET /member/orders', { shelf, size: 20, ...(cursor && { cursor }) }, { isSilent: true });

type PurchasesProps = { shelf: Shelf; first: OrderPage; memberships: Membership[]; orderId: string | null };

function Purchases({ shelf, first, memberships, orderId }: PurchasesProps) {
  const { ask, today } = useSurroundings();
  const navigate = useNavigate();
  const list = useEndless(
    first,
    ({ id, state }) => `${id}${state}`,
    (cursor) => askOrders(ask, shelf, cursor),
  );
  const isEmpty = list.records.length === 0 && list.state === 'end';
  return (
    <>
      <Memberships memberships={memberships} />
      <TabNav
        label="订单类别"
        items={shelves.map((one) => ({
          label: one.label,
          href: addressOf(one.shelf),
          current: one.shelf === shelf,
        }))}
      />
      {isEmpty ? (
        <NoOrders shelf={shelf} />
      ) : (
        <OrderList label="订单">
          {list.records.map((order) => (
            <OrderRow
              key={order.id}
              title={order.isGift ? `${order.title}（赠礼）` : order.title}
              href={hrefOf(order)}
              price={formatFen(order.amount)}
              note={
                <>
                  <State tone={lookOf(order).tone}>{lookOf(order).label}</State>
                  <time dateTime={order.paidAt ?? order.createdAt}>
                    {stampOf(order.paidAt ?? order.createdAt, today).text}
                  </time>
                  {order.endsAt && <span>有效期至 {order.endsAt.slice(0, 10)}</span>}
                </>
              }
              action={
                <>
                  {order.state === 'pending' && (
                    <Button
                      size="s"
                      tone="accent"
                      aria-label={`继续支付：${order.title}`}
                      onClick={() => startPaying({ first: order.kind, orderId: order.id })}
                    >
                      继续支付
                    </Button>
                  )}
                  <ButtonLink
                    size="s"
                    href={addressOf(shelf, order.id)}
                    aria-label={`订单详情：${order.title}`}
                  >
                    详情
                  </ButtonLink>
                </>
              }
            />
          ))}
        </OrderList>
      )}
      <div ref={list.foot}>
        {!isEmpty && <LoadMore state={list.state} noun="更早的订单" onMore={list.more} />}
      </div>
      {orderId && (
        <OrderSheet
          key={orderId}
          id={orderId}
          onClose={() => void navigate(addressOf(shelf), { replace: true })}
        />
      )}
    </>
  );
}

/** Where what was bought is read; nowhere while it is not paid for, or is gone. */
function hrefOf({ state, post, columnId, kind }: Order): string | undefined {
  if (state !== 'paid') return undefined;
  if (post) return post.isWithdrawn ? undefined : detailPath(post.columnId, post.id);
  return kind === 'vip' ? '/vip' : columnId ? columnPath(columnId) : undefined;
}

function NoOrders({ shelf }: { shelf: Shelf }) {
  return (
    <Void title={shelf === 'all' ? '还没有买过什么' : '这里还没有订单'}>
      <p>买过的文章、资讯和订阅都收在这里，随时可以接着读。</p>
      <ButtonLink href="/vip">去看 VIP 专享</ButtonLink>
    </Void>
  );
}

/** Orders under one another. */
function OrderList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol className={s.list} aria-label={label}>
      {children}
    </ol>
  );
}

interface OrderRowProps {
  title: string;
  /** Where what was bought is read. */
  href?: string | undefined;
  /** Formatted, e.g. ¥18. */
  price: string;
  /** State, time, number. */
  note: ReactNode;
  action: ReactNode;
}

/** One order: what it is for, what it cost, how far it is, what can be done. */
function OrderRow({ title, href, price, note, action }: OrderRowProps) {
  return (
    <li className={s.row}>
      <h2 className={s.title}>{href ? <Link href={href}>{title}</Link> : title}</h2>
      <b className={`${s.price} fig`}>{price}</b>
      <p className={s.note}>{note}</p>
      <div className={s.act}>{action}</div>
    </li>
  );
}
