import { useEffect, useState } from 'react';
import type { Quote } from '#features/orders/schema.ts';
import { useAsk } from '../../site.ts';

type Asked = {
  thing: string | undefined;
  couponCode: string;
  isGift: boolean;
  /** Why the order was not made: what it costs may be another thing now. */
  refusal: string | undefined;
};

/** What the choice would cost now, coupon included; undefined until it is known. Nothing is held by it. */
export function useQuote({ thing, couponCode, isGift, refusal }: Asked): Quote | undefined {
  const ask = useAsk();
  const [quote, setQuote] = useState<{ of: string; quote: Quote }>();
  const of = `${thing} ${couponCode} ${isGift}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal asks anew.
  useEffect(() => {
    if (!thing) return;
    let isLeft = false;
    const query = { thing, isGift: isGift ? 'true' : 'false', ...(couponCode && { couponCode }) } as const;
    ask('GET /member/quoteOrder', query, { isSilent: true }).then(
      (found) => {
        if (!isLeft) setQuote({ of, quote: found });
      },
      // The order itself is refused with the reason.
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [ask, thing, couponCode, isGift, of, refusal]);
  return quote?.of === of ? quote.quote : undefined;
}
