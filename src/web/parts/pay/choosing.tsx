import { useState } from 'react';
import { fenToYuan, formatFen } from '#shared/money.ts';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/field.tsx';
import { Fault } from '#ui/controls/form-parts.tsx';
import { useClient } from '../../client-context.ts';
import { KnowDialog } from '../popups/know-dialog.tsx';
import { Consent } from '../sign-in/consent.tsx';
import { messageOf } from '../use-act.ts';
import { asQuoted } from './offers.ts';
import { CouponField, PayOffers, PaySum } from './pay-offers.tsx';
import { PaySheet } from './pay-sheet.tsx';
import { PayOutcome, PayWays } from './pay-ways.tsx';
import { type PayRequest, stopPaying } from './paying.ts';
import type { Payment } from './use-payment.ts';
import type { Shop } from './use-shop.ts';
import { useQuote } from './use-shop.ts';

type ChoosingProps = { request: PayRequest; shop: Shop; payment: Payment };

/** Before the order: what, for how much, by which way, and that no 7-day return applies to it. */
export function Choosing({ request, shop: { choices, ways, know }, payment }: ChoosingProps) {
  const client = useClient();
  const [thing, setThing] = useState((choices.find(({ kind }) => kind === request.first) ?? choices[0])?.id);
  const [couponCode, setCouponCode] = useState('');
  const [isGift, setIsGift] = useState(request.isGift ?? false);
  const [isAgreed, setIsAgreed] = useState(false);
  const [isMissed, setIsMissed] = useState(false);
  const [way, setWay] = useState(ways[0]);
  const [isKnown, setIsKnown] = useState(know === null);
  const [isReading, setIsReading] = useState(false);
  const quote = useQuote({ thing, couponCode, isGift, refusal: payment.error });
  const pendingId = quote?.pendingOrderId ?? null;

  function submit() {
    if (!thing) return;
    if (pendingId) return void payment.resume(pendingId, { ways, way });
    setIsMissed(!isAgreed);
    if (!isAgreed) return;
    if (!isKnown) return setIsReading(true);
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
      way,
    );
  }

  async function acknowledge(id: string) {
    setIsReading(false);
    try {
      await client().call('POST /member/acknowledgeKnow', { query: { id }, silent: true });
      setIsKnown(true);
      buy();
    } catch (failure) {
      payment.fail(messageOf(failure));
    }
  }

  if (choices.length === 0 || ways.length === 0)
    return (
      <PaySheet
        onClose={stopPaying}
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
    <PaySheet
      onClose={stopPaying}
      title="确认订单"
      left={
        <>
          <PayOffers
            label="选择一种"
            offers={choices.map((choice) => (choice.id === thing ? asQuoted(choice, quote) : choice))}
            selected={thing ?? ''}
            onSelect={(id) => {
              setThing(id);
              payment.fail(undefined);
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
          <PayWays
            ways={ways}
            selected={way?.id ?? ''}
            onSelect={(id) => setWay(ways.find((one) => one.id === id))}
          />
          {pendingId ? (
            <PayOutcome tone="wait" title="有一笔待付的订单">
              <p>同样的内容你已经下过单，继续支付即可。</p>
            </PayOutcome>
          ) : (
            <Consent
              name="agreed"
              checked={isAgreed}
              onChange={(checked) => {
                setIsAgreed(checked);
                setIsMissed(false);
              }}
              error={isMissed ? '请先确认再支付' : undefined}
            >
              我知道：数字内容付款后即可阅读，不适用七天无理由退货
            </Consent>
          )}
          {payment.error && <Fault>{payment.error}</Fault>}
          {isReading && know && (
            <KnowDialog
              know={know}
              onAcknowledge={() => void acknowledge(know.id)}
              onClose={() => setIsReading(false)}
            />
          )}
          <Button tone="accent" wide busy={payment.isBusy} onClick={submit}>
            {pendingId ? '继续支付' : quote && quote.amount === 0 ? '免费领取' : '去支付'}
          </Button>
        </>
      }
    />
  );
}
