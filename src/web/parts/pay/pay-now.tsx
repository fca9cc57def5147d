import type { OrderDetail } from '#features/orders/calls.ts';
import { Fault } from '#ui/account/form-parts.tsx';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { PayClock, PayCode, PayOutcome, PayWays } from '#ui/pay/pay-ways.tsx';
import type { Way } from './channels.ts';
import { useCountdown } from './use-countdown.ts';
import type { Payment } from './use-payment.ts';

type PayNowProps = {
  order: OrderDetail;
  payment: Payment;
  ways: readonly Way[];
  way: Way | undefined;
  onWay: (way: Way) => void;
};

/** The order waits to be paid: the code or the way to the gateway, and the time that is left. */
export function PayNow({ order, payment, ways, way, onWay }: PayNowProps) {
  const secondsLeft = useCountdown(order.secondsLeft);
  const { start, isBusy, error } = payment;
  const label = way?.label ?? '';
  return (
    <>
      <PayWays
        ways={ways}
        selected={way?.id ?? ''}
        onSelect={(id) => {
          const chosen = ways.find((one) => one.id === id);
          if (chosen) onWay(chosen);
        }}
      />
      {error ? (
        <>
          <Fault>{error}</Fault>
          <Button onClick={() => way && void payment.payBy(way)}>再试一次</Button>
        </>
      ) : start?.codeUrl ? (
        <PayCode text={start.codeUrl} hint={`用${label}扫一扫`} />
      ) : start?.redirectUrl ? (
        <PayOutcome tone="wait" title={`在${label}里付款`}>
          <p>付完回到这里，会自动显示结果。</p>
        </PayOutcome>
      ) : (
        <PayOutcome tone="wait" title={isBusy ? `正在联系${label} …` : '等待付款结果 …'} />
      )}
      <GatewayLink start={start} label={label} />
      <PayClock secondsLeft={secondsLeft} />
    </>
  );
}

/** An address to go to; a code that is an address can be opened as well (the sandbox's is). */
function GatewayLink({ start, label }: { start: Payment['start']; label: string }) {
  const isSandbox = start?.gateway === 'sandbox';
  const href = start?.redirectUrl ?? (isSandbox ? start.codeUrl : null);
  if (!href) return null;
  return (
    <ButtonLink tone="accent" wide href={href} target="_blank" rel="noreferrer">
      {isSandbox ? '打开沙箱支付页' : `去${label}付款`}
    </ButtonLink>
  );
}
