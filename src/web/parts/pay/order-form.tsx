import { useState } from 'react';
import { fenToYuan, formatFen } from '#shared/money.ts';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/field.tsx';
import { FormError } from '#ui/controls/form-parts.tsx';
import { useClient } from '../../client-context.ts';
import { KnowDialog } from '../popups/know-dialog.tsx';
import { Consent } from '../sign-in/consent.tsx';
import { messageOf } from '../use-action.ts';
import { withQuotedPrice } from './offers.ts';
import { PayDialogLayout } from './pay-dialog-layout.tsx';
import { PayMethods, PayOutcome } from './pay-methods.tsx';
import { CouponField, PayOffers, PaySum } from './pay-offers.tsx';
import { closePayDialog, type PayRequest } from './pay-request.ts';
import type { PayOptions } from './use-pay-options.ts';
import { useQuote } from './use-pay-options.ts';
import type { Payment } from './use-payment.ts';

type OrderFormProps = { request: PayRequest; options: PayOptions; payment: Payment };

/**
 * The order form: what to buy, its price, the payment method, and the note that the 7-day return right does not apply.
 */
export function OrderForm({ request, options: { choices, methods, know }, payment }: OrderFormProps) {
  const client = useClient();
  const [thing, setThing] = useState(
    (
      choices.find(({ id }) => id === request.thing) ??
      choices.find(({ kind }) => kind === request.preselected) ??
      choices[0]
    )?.id,
  );
  const [couponCode, setCouponCode] = useState('');
  const [isGift, setIsGift] = useState(request.isGift ?? false);
  const [isAgreed, setIsAgreed] = useState(false);
  const [isConsentMissing, setIsConsentMissing] = useState(false);
  const [method, setMethod] = useState(methods[0]);
  const [isAcknowledged, setIsAcknowledged] = useState(know === null);
  const [isNoticeOpen, setIsNoticeOpen] = useState(false);
  const quote = useQuote({ thing, couponCode, isGift, refusal: payment.error });
  const pendingId = quote?.pendingOrderId ?? null;

  function submit() {
    if (!thing) return;
    if (pendingId) return void payment.resume(pendingId, { methods, method });
    setIsConsentMissing(!isAgreed);
    if (!isAgreed) return;
    if (!isAcknowledged) return setIsNoticeOpen(true);
    buy();
  }

  function buy() {
    if (!thing) return;
    const code = quote?.couponFault ? '' : couponCode;
    void payment.buy(
      {
        thing,
        isGift,
        agreed: true,
        ...(code && { couponCode: code }),
        ...(quote && { price: quote.listPrice }),
      },
      method,
    );
  }

  async function acknowledge(id: string) {
    setIsNoticeOpen(false);
    try {
      await client().call('POST /member/acknowledgeKnow', { query: { id }, silent: true });
      setIsAcknowledged(true);
      buy();
    } catch (failure) {
      payment.setError(messageOf(failure));
    }
  }

  if (choices.length === 0 || methods.length === 0)
    return (
      <PayDialogLayout
        onClose={closePayDialog}
        title="确认订单"
        left={
          <PayOutcome tone="failed" title="暂时不能购买">
            <p>{choices.length === 0 ? '编辑部还没有上架可以购买的内容。' : '编辑部还没有开通支付方式。'}</p>
          </PayOutcome>
        }
        right={null}
      />
    );
  return (
    <PayDialogLayout
      onClose={closePayDialog}
      title="确认订单"
      left={
        <>
          <PayOffers
            label="选择一种"
            offers={choices.map((choice) => (choice.id === thing ? withQuotedPrice(choice, quote) : choice))}
            selected={thing ?? ''}
            onSelect={(id) => {
              setThing(id);
              payment.setError(undefined);
            }}
          />
          {!pendingId && (
            <>
              <CouponField code={couponCode} onApply={setCouponCode} quote={quote} />
              <Checkbox checked={isGift} onChange={({ target }) => setIsGift(target.checked)}>
                <span>送给别人：付款后得到一个兑换码</span>
              </Checkbox>
            </>
          )}
          {quote && (
            <PaySum
              lines={[
                { label: quote.isVipPrice ? 'VIP 价' : '标价', value: formatFen(quote.listPrice) },
                ...(quote.discount > 0
                  ? [{ label: quote.couponName ?? '优惠', value: `−${formatFen(quote.discount)}` }]
                  : []),
              ]}
              total={fenToYuan(quote.amount)}
            />
          )}
        </>
      }
      right={
        <>
          <PayMethods
            methods={methods}
            selected={method?.id ?? ''}
            onSelect={(id) => setMethod(methods.find((candidate) => candidate.id === id))}
          />
          {isNoticeOpen && know && (
            <KnowDialog
              know={know}
              onAcknowledge={() => void acknowledge(know.id)}
              onClose={() => setIsNoticeOpen(false)}
            />
          )}
        </>
      }
      action={
        <>
          {pendingId ? (
            <p role="status">有一笔待付的订单：同样的内容你已经下过单，继续支付即可。</p>
          ) : (
            <Consent
              name="agreed"
              checked={isAgreed}
              onChange={(checked) => {
                setIsAgreed(checked);
                setIsConsentMissing(false);
              }}
              error={isConsentMissing ? '请先确认再支付' : undefined}
            >
              我知道：数字内容付款后即可阅读，不适用七天无理由退货
            </Consent>
          )}
          {payment.error && <FormError>{payment.error}</FormError>}
          <Button tone="accent" wide busy={payment.isBusy} onClick={submit}>
            {quote?.amount === 0 && !pendingId
              ? '免费领取'
              : `${pendingId ? '继续支付' : '去支付'}${quote ? ` ¥${fenToYuan(quote.amount)}` : ''}`}
          </Button>
        </>
      }
    />
  );
}
