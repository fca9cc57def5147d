import type { Quote } from '#features/orders/schema.ts';
import { useAsk } from '../../site.ts';
import { useLoad } from '../use-load.ts';

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
  const of = `${thing} ${couponCode} ${isGift}`;
  const query = {
    thing: thing ?? '',
    isGift: isGift ? 'true' : 'false',
    ...(couponCode && { couponCode }),
  } as const;
  // A fault is not shown: the order itself is refused with the reason.
  const { data } = useLoad(
    thing ? `${of} ${refusal}` : null,
    async () => ({ of, quote: await ask('GET /member/quoteOrder', query, { isSilent: true }) }),
    { keepsPrevious: true },
  );
  return data?.of === of ? data.quote : undefined;
}
