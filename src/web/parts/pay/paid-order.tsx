import { useCopy } from '#client/use-copy.ts';
import type { OrderDetail } from '#features/orders/schema.ts';
import { Button } from '#ui/controls/button.tsx';
import { KeyText } from '../key-text.tsx';
import { PayOutcome } from './pay-methods.tsx';
import { closePayDialog } from './pay-request.ts';

/** The order is paid: what the buyer received, and the next step. */
export function PaidOrder({ order }: { order: OrderDetail }) {
  return (
    <PayOutcome tone="done" title="支付成功">
      {order.gift ? <GiftCode code={order.gift.code} /> : <p>{describeResult(order)}</p>}
      <Button tone="ink" wide onClick={closePayDialog}>
        {order.kind === 'post' && !order.isGift ? '接着读' : '完成'}
      </Button>
    </PayOutcome>
  );
}

export function GiftCode({ code }: { code: string }) {
  const copy = useCopy(code);
  return (
    <>
      <p>把兑换码发给对方，在“我的购买”里兑换：</p>
      <KeyText text={code} />
      <Button size="s" {...copy}>
        复制兑换码
      </Button>
    </>
  );
}

function describeResult({ kind, endsAt }: OrderDetail): string {
  if (kind === 'post') return '这一篇已经为你打开，永久可读。';
  const until = endsAt ? `，有效期至 ${endsAt.slice(0, 10)}` : '';
  return `${kind === 'vip' ? 'VIP 已开通' : '栏目已订阅'}${until}。`;
}
