import { useEffect, useState } from 'react';
import type { OrderDetail } from '#features/orders/schema.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { FormError } from '#ui/controls/form-parts.tsx';
import { Notice } from '#ui/states/notice.tsx';
import type { PayMethod } from './channels.ts';
import s from './pay-methods.module.css';
import { PayCode, PayCountdown, PayMethods, PayOutcome } from './pay-methods.tsx';
import { opensInPlace, type Payment } from './use-payment.ts';

type PayNowProps = { order: OrderDetail; payment: Payment; methods: readonly PayMethod[] };

/** A pending order: the QR code or the link to the gateway, and the time left. */
export function PayNow({ order, payment, methods }: PayNowProps) {
  const secondsLeft = useCountdown(order.secondsLeft);
  if (secondsLeft === 0)
    return (
      <PayOutcome tone="failed" title="支付时间已过">
        <p>订单马上关闭，请不要再付款；如果刚刚付了，会原路退回。</p>
      </PayOutcome>
    );
  return (
    <>
      <PayMethods
        methods={methods}
        selected={payment.method?.id ?? ''}
        onSelect={(id) => {
          const chosen = methods.find((candidate) => candidate.id === id);
          if (chosen) void payment.payWith(chosen);
        }}
      />
      <PayInstructions payment={payment} />
      <PaymentCheck payment={payment} />
      <PayCountdown secondsLeft={secondsLeft} />
    </>
  );
}

/** For a buyer who paid and does not want to wait: checks now, and says what was found. */
function PaymentCheck({ payment: { check, method } }: { payment: Payment }) {
  const { isBusy, isUnpaid, error, run } = check;
  return (
    <>
      <Button wide busy={isBusy} onClick={() => void run()}>
        {isBusy ? '正在查询付款结果 …' : '我已支付'}
      </Button>
      {error && <FormError>{error}</FormError>}
      {isUnpaid && (
        <div className={s.answer} ref={(answer) => answer?.scrollIntoView({ block: 'nearest' })}>
          <Notice role="status">
            还没有收到付款。没付完的话，请先在{method?.label ?? '支付页'}
            里付完；已经扣款的话，请不要再付，一两分钟内到账，这里会自动显示。
          </Notice>
        </div>
      )}
    </>
  );
}

function PayInstructions({ payment }: { payment: Payment }) {
  const { method, start, isSheetDismissed, isBusy, error } = payment;
  const label = method?.label ?? '';
  const retry = () => method && void payment.payWith(method);
  if (error)
    return (
      <>
        <FormError>{error}</FormError>
        <Button onClick={retry}>再试一次</Button>
      </>
    );
  if (isBusy) return <PayOutcome tone="wait" title={`正在联系${label} …`} />;
  if (start?.codeUrl)
    return (
      <>
        <PayCode text={start.codeUrl} hint={`用${label}扫一扫`} />
        {/* In the sandbox the code is the address of its payment page. */}
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
  if (isSheetDismissed)
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
  if (start?.jsapi || !method)
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
      <Button tone="accent" wide onClick={retry}>
        继续支付
      </Button>
    </>
  );
}

type GatewayLinkProps = { start: NonNullable<Payment['start']>; href: string; label: string };

/**
 * Sends only the site's origin as referrer: WeChat Pay opens its H5 page for registered sites only, and the gateway
 * must not learn which page the buyer reads.
 */
function GatewayLink({ start: { gateway, channel }, href, label }: GatewayLinkProps) {
  return (
    <ButtonLink
      tone="accent"
      wide
      href={href}
      referrerPolicy="strict-origin-when-cross-origin"
      {...(!opensInPlace(channel) && { target: '_blank', rel: 'noopener' })}
    >
      {gateway === 'sandbox' ? '打开沙箱支付页' : `去${label}付款`}
    </ButtonLink>
  );
}

/** Counts down from `seconds` with this machine's monotonic clock only; never below 0. */
function useCountdown(seconds: number): number {
  const [end, setEnd] = useState(() => performance.now() + seconds * 1000);
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const startedAt = performance.now();
    setNow(startedAt);
    setEnd(startedAt + seconds * 1000);
  }, [seconds]);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((end - now) / 1000));
}
