import type { Know } from '#features/frontpage/know/schema.ts';
import type { Quote } from '#features/orders/schema.ts';
import { useFetchCall } from '../../site.ts';
import { type Load, useLoad } from '../use-load.ts';
import { detectPayEnvironment, type PayMethod, payMethodsFor } from './channels.ts';
import { listChoices, type PayChoice } from './offers.ts';
import type { PayRequest } from './pay-request.ts';

/** `know`: the notice to acknowledge before the first order; null if none is due. */
export type PayOptions = { choices: PayChoice[]; methods: PayMethod[]; know: Know | null };

/** Loads what is for sale in this place, and the payment methods for this device. */
export function usePayOptions(request: PayRequest): Load<PayOptions> {
  const fetchCall = useFetchCall();
  return useLoad(request, async () => {
    const columnId = request.post?.columnId ?? request.columnId;
    const isSilent = true;
    const environment = detectPayEnvironment({
      userAgent: navigator.userAgent,
      isNarrow: matchMedia('(max-width: 599px)').matches,
    });
    const [plans, channels, know] = await Promise.all([
      fetchCall('GET /reception/getPlans', columnId ? { columnId } : {}, { isSilent }),
      fetchCall('GET /reception/getPayChannels', undefined, { isSilent }),
      fetchCall('GET /reception/getKnow', { place: 'purchase' }, { isSilent }),
    ]);
    return {
      choices: listChoices(request, plans),
      methods: payMethodsFor(channels, environment),
      know: know?.acknowledged ? null : know,
    };
  });
}

type QuoteInput = {
  thing: string | undefined;
  couponCode: string;
  isGift: boolean;
  /** Why the last order was refused; a new reason refreshes the quote, since the price may have changed. */
  refusal: string | undefined;
};

/** Returns the current price of the choice, coupon included; undefined until it is loaded. A quote reserves nothing. */
export function useQuote({ thing, couponCode, isGift, refusal }: QuoteInput): Quote | undefined {
  const fetchCall = useFetchCall();
  const quoteKey = `${thing} ${couponCode} ${isGift}`;
  const query = {
    thing: thing ?? '',
    isGift: isGift ? 'true' : 'false',
    ...(couponCode && { couponCode }),
  } as const;
  // Errors are not shown here: the order itself is refused with the reason.
  const { data } = useLoad(
    thing ? `${quoteKey} ${refusal}` : null,
    async () => ({
      of: quoteKey,
      quote: await fetchCall('GET /member/quoteOrder', query, { isSilent: true }),
    }),
    { keepsPrevious: true },
  );
  return data?.of === quoteKey ? data.quote : undefined;
}
