import { Button } from 'antd';
import { useState } from 'react';
import { useRead } from '#admin/parts/data.ts';
import { ReadDrawer } from '#admin/parts/layout/side-drawer.tsx';
import { Permit } from '#client/permissions.tsx';
import type { AdminOrderDetail } from '../../schema.ts';
import { OrderFacts } from './order-facts.tsx';
import { OrderMoney } from './order-money.tsx';
import { RefundDialog } from './refund-dialog.tsx';

/** One order: items, buyer, payments, refunds, bookings and invoice. */
export function OrderDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead('GET /admin/order/detail', { id });
  return (
    <ReadDrawer
      title="订单"
      noun="订单"
      width={600}
      read={read}
      tools={read.data && <RefundButton order={read.data} />}
      onClose={onClose}
    >
      {(order) => (
        <>
          <OrderFacts order={order} />
          <OrderMoney order={order} />
        </>
      )}
    </ReadDrawer>
  );
}

function RefundButton({ order }: { order: AdminOrderDetail }) {
  const [isOpen, setIsOpen] = useState(false);
  if (order.state !== 'paid' || order.amount <= order.refundedAmount) return null;
  return (
    <Permit code="orders.refund">
      <Button danger onClick={() => setIsOpen(true)}>
        退款
      </Button>
      {isOpen && <RefundDialog order={order} onClose={() => setIsOpen(false)} />}
    </Permit>
  );
}
