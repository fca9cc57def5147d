import { useEffect, useState } from 'react';
import type { OrderDetail } from '#features/orders/schema.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { Fault } from '#ui/controls/form-parts.tsx';
import type { Way } from './channels.ts';
import { PayClock, PayCode, PayOutcome, PayWays } from './pay-ways.tsx';
import { isHere, type Payment } from './use-payment.ts';

type PayNowProps = { order: OrderDetail; payment: Payment; ways: readonly Way[] };

/** The order waits to be paid: the code or the way to the gateway, and the time that is left. */
export function PayNow({ order, payment, ways }: PayNowProps) {
  const secondsLeft = useCountdown(order.secondsLeft);
  if (secondsLeft === 0)
    return (
      <PayOutcome tone="failed" title="支付时间已过">
        <p>订单马上关闭，请不要再付款；如果刚刚付了，会原路退回。</p>
      </PayOutcome>
    );
  return (
    <>
      <PayWays
        ways={ways}
        selected={payment.way?.id ?? ''}
        onSelect={(id) => {
          const chosen = ways.find((one) => one.id === id);
          if (chosen) void payment.payBy(chosen);
        }}
      />
      <Going payment={payment} />
      <PayClock secondsLeft={secondsLeft} />
    </>
  );
}

/** How to go on by the way that was chosen. */
function Going({ payment }: { payment: Payment }) {
  const { way, start, isLeft, isBusy, error } = payment;
  const label = way?.label ?? '';
  const again = () => way && void payment.payBy(way);
  if (error)
    return (
      <>
        <Fault>{error}</Fault>
        <Button onClick={again}>再试一次</Button>
      </>
    );
  if (isBusy) return <PayOutcome tone="wait" title={`正在联系${label} …`} />;
  if (start?.codeUrl)
    return (
      <>
        <PayCode text={start.codeUrl} hint={`用${label}扫一扫`} />
        {/* The sandbox's code is the address of its page. */}
        {start.gateway === 'sandbox' && <GatewayLink start={start} href={start.codeUrl} label={label} />}
      </>
    );
  if (start?.redirectUrl)
    return (
      <>
        <PayOutcome tone="wait" title={`在${label}里付款`}>
          <p>付完回到这里，会自动显示结果。</p>
        </PayOutcome>
        <GatewayLink start={start} href={start.redirectUrl} label={label} />
      </>
    );
  if (isLeft)
    return (
      <>
        <PayOutcome tone="failed" title="没有完成支付">
          <p>没有扣款，可以再付一次。</p>
        </PayOutcome>
        <Button tone="accent" wide onClick={() => void payment.openSheet()}>
          再次支付
        </Button>
      </>
    );
  if (start?.jsapi || !way)
    return (
      <PayOutcome tone="wait" title="等待付款结果 …">
        <p>付完会自动显示结果。</p>
      </PayOutcome>
    );
  return (
    <>
      <PayOutcome tone="wait" title="还没有收到付款">
        <p>如果已经付了，稍等片刻会自动显示结果。</p>
      </PayOutcome>
      <Button tone="accent" wide onClick={again}>
        继续支付
      </Button>
    </>
  );
}

type GatewayLinkProps = { start: NonNullable<Payment['start']>; href: string; label: string };

/** The gateway is told which site its payer comes from (WeChat Pay opens its H5 page for no other); never which page. */
function GatewayLink({ start: { gateway, channel }, href, label }: GatewayLinkProps) {
  return (
    <ButtonLink
      tone="accent"
      wide
      href={href}
      referrerPolicy="strict-origin-when-cross-origin"
      {...(!isHere(channel) && { target: '_blank', rel: 'noopener' })}
    >
      {gateway === 'sandbox' ? '打开沙箱支付页' : `去${label}付款`}
    </ButtonLink>
  );
}

/** Seconds left of `seconds` counted from when they were told, by this machine's clock alone; never below 0. */
function useCountdown(seconds: number): number {
  const [end, setEnd] = useState(() => performance.now() + seconds * 1000);
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const told = performance.now();
    setNow(told);
    setEnd(told + seconds * 1000);
  }, [seconds]);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((end - now) / 1000));
}
