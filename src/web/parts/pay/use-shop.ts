import type { Know } from '#features/frontpage/know/schema.ts';
import type { Quote } from '#features/orders/schema.ts';
import { useAsk } from '../../site.ts';
import { type Load, useLoad } from '../use-load.ts';
import { surfaceOf, type Way, waysOf } from './channels.ts';
import { type Choice, choicesOf } from './offers.ts';
import type { PayRequest } from './paying.ts';

/** `know`: the notice that is to be acknowledged before the first order; null when nothing is owed. */
export type Shop = { choices: Choice[]; ways: Way[]; know: Know | null };

/** What is for sale where the buyer stands, and how it can be paid for on this screen. */
export function useShop(request: PayRequest): Load<Shop> {
  const ask = useAsk();
  return useLoad(request, async () => {
    const columnId = request.piece?.columnId ?? request.columnId;
    const isSilent = true;
    const surface = surfaceOf({
      userAgent: navigator.userAgent,
      isNarrow: matchMedia('(max-width: 599px)').matches,
    });
    const [plans, channels, know] = await Promise.all([
      ask('GET /reception/getPlans', columnId ? { columnId } : {}, { isSilent }),
      ask('GET /reception/getPayChannels', undefined, { isSilent }),
      ask('GET /reception/getKnow', { place: 'purchase' }, { isSilent }),
    ]);
    return {
      choices: choicesOf(request, plans),
      ways: waysOf(channels, surface),
      know: know?.acknowledged ? null : know,
    };
  });
}

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
