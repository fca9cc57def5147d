import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { columnPath, detailPath } from '#client/routes.ts';
import type { Column } from '#features/columns/schema.ts';
import type { Membership } from '#features/memberships/schema.ts';
import { isId } from '#shared/ids.ts';
import { formatFen } from '#shared/money.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { LoadMore } from '#ui/controls/pagination.tsx';
import { TabNav } from '#ui/controls/tabs.tsx';
import { StateLabel } from '#ui/display/tag.tsx';
import { Link } from '#ui/link.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import type { FetchCall } from '#web/api.ts';
import { openPayDialog } from '#web/parts/pay/pay-request.ts';
import { definePersonalPage } from '#web/parts/personal/define-personal-page.tsx';
import { formatStamp } from '#web/parts/personal/stamp.ts';
import { useInfiniteList } from '#web/parts/use-infinite-list.ts';
import { useIsOff, useSiteContext } from '#web/site.ts';
import type { Order, OrderPage } from '../schema.ts';
import { Memberships } from './memberships.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { describeOrderState } from './order-labels.ts';
import s from './purchase-page.module.css';

type OrderCategory = Order['shelf'] | 'all';

const categories: readonly { category: OrderCategory; label: string }[] = [
  { category: 'all', label: '全部' },
  { category: 'article', label: '文章' },
  { category: 'information', label: '资讯' },
  { category: 'subscription', label: '订阅' },
];

const ordersAddress = (category: OrderCategory, orderId?: string): string => {
  const query = new URLSearchParams({
    ...(category !== 'all' && { shelf: category }),
    ...(orderId && { order: orderId }),
  });
  return `/personal/purchase${query.size > 0 ? `?${query}` : ''}`;
};

/**
 * The member's purchases (docs/product.md §2): articles, information, subscriptions; with receipts, renewal, invoices
 * and refunds.
 */
export const page = definePersonalPage({
  title: '我的购买',
  load: async ({ fetchCall, pageLocation: { query } }) => {
    const category = categories.find((option) => option.category === query.get('shelf'))?.category ?? 'all';
    const orderId = query.get('order') ?? '';
    const [first, memberships] = await Promise.all([
      fetchOrders(fetchCall, category),
      fetchCall('GET /member/memberships', undefined, { isSilent: true }),
    ]);
    return { shelf: category, first, memberships, orderId: isId(orderId) ? orderId : null };
  },
  Body: ({ data: { shelf: category, first, memberships, orderId } }) => (
    <Purchases key={category} category={category} first={first} memberships={memberships} orderId={orderId} />
  ),
});

const fetchOrders = (fetchCall: FetchCall, category: OrderCategory, cursor = ''): Promise<OrderPage> =>
  fetchCall(
    'GET /member/orders',
    { shelf: category, size: 20, ...(cursor && { cursor }) },
    { isSilent: true },
  );

type PurchasesProps = {
  category: OrderCategory;
  first: OrderPage;
  memberships: Membership[];
  orderId: string | null;
};

function Purchases({ category, first, memberships, orderId }: PurchasesProps) {
  const { fetchCall, today, columns } = useSiteContext();
  const navigate = useNavigate();
  const list = useInfiniteList(
    first,
    ({ id, state }) => `${id}${state}`,
    (cursor) => fetchOrders(fetchCall, category, cursor),
  );
  const isEmpty = list.records.length === 0 && list.state === 'end';
  return (
    <>
      <Memberships memberships={memberships} />
      <TabNav
        label="订单类别"
        items={categories.map((option) => ({
          label: option.label,
          href: ordersAddress(option.category),
          current: option.category === category,
        }))}
      />
      {isEmpty ? (
        <NoOrders category={category} />
      ) : (
        <OrderList label="订单">
          {list.records.map((order) => (
            <OrderRow
              key={order.id}
              title={order.isGift ? `${order.title}（赠礼）` : order.title}
              href={hrefOf(order, columns)}
              price={formatFen(order.amount)}
              note={
                <>
                  <StateLabel tone={describeOrderState(order).tone}>
                    {describeOrderState(order).label}
                  </StateLabel>
                  <time dateTime={order.paidAt ?? order.createdAt}>
                    {formatStamp(order.paidAt ?? order.createdAt, today).text}
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
                      onClick={() => openPayDialog({ preselected: order.kind, orderId: order.id })}
                    >
                      继续支付
                    </Button>
                  )}
                  <ButtonLink
                    size="s"
                    href={ordersAddress(category, order.id)}
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
      <div ref={list.sentinel}>
        {!isEmpty && <LoadMore state={list.state} noun="更早的订单" onMore={list.more} />}
      </div>
      {orderId && (
        <OrderDialog
          key={orderId}
          id={orderId}
          onClose={() => void navigate(ordersAddress(category), { replace: true })}
        />
      )}
    </>
  );
}

/** Returns the address where the purchase can be read; undefined while it is unpaid or after it was withdrawn. */
function hrefOf({ state, post, columnId, kind }: Order, columns: readonly Column[]): string | undefined {
  if (state !== 'paid') return undefined;
  if (post) return post.isWithdrawn ? undefined : detailPath(post.columnId, post.id);
  const opened = kind === 'vip' ? '3' : columnId;
  return columns.some(({ id }) => id === opened) ? columnPath(opened ?? '') : undefined;
}

function NoOrders({ category }: { category: OrderCategory }) {
  return (
    <EmptyState title={category === 'all' ? '还没有买过什么' : '这里还没有订单'}>
      <p>买过的文章、资讯和订阅都收在这里，随时可以接着读。</p>
      {!useIsOff('vipPosts') && <ButtonLink href="/vip">去看 VIP 专享</ButtonLink>}
    </EmptyState>
  );
}

function OrderList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol className={s.list} aria-label={label}>
      {children}
    </ol>
  );
}

interface OrderRowProps {
  title: string;
  href?: string | undefined;
  /** Formatted, for example ¥18. */
  price: string;
  /** State, time and number. */
  note: ReactNode;
  action: ReactNode;
}

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
