import { useEffect, useState } from 'react';
import { CallError } from '#client/call-error.ts';
import { DEFAULT_MESSAGE } from '#client/error-catalogue.ts';
import type { Know } from '#features/frontpage/know/schema.ts';
import { useAsk } from '../../site.ts';
import { surfaceOf, type Way, waysOf } from './channels.ts';
import { type Choice, choicesOf } from './offers.ts';
import type { PayRequest } from './paying.ts';

/** `know`: the notice that is to be acknowledged before the first order; null when nothing is owed. */
export type Shop = { choices: Choice[]; ways: Way[]; know: Know | null };

/** What is for sale where the buyer stands, and how it can be paid for on this screen. */
export function useShop(request: PayRequest): {
  shop: Shop | undefined;
  fault: string | undefined;
  retry: () => void;
} {
  const ask = useAsk();
  const [shop, setShop] = useState<Shop>();
  const [fault, setFault] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks again.
  useEffect(() => {
    let isLeft = false;
    const columnId = request.piece?.columnId ?? request.columnId;
    const isSilent = true;
    const surface = surfaceOf({
      userAgent: navigator.userAgent,
      isNarrow: matchMedia('(max-width: 599px)').matches,
    });
    setFault(undefined);
    Promise.all([
      ask('GET /reception/getPlans', columnId ? { columnId } : {}, { isSilent }),
      ask('GET /reception/getPayChannels', undefined, { isSilent }),
      ask('GET /reception/getKnow', { place: 'purchase' }, { isSilent }),
    ]).then(
      ([plans, channels, know]) => {
        if (isLeft) return;
        setShop({
          choices: choicesOf(request, plans),
          ways: waysOf(channels, surface),
          know: know?.acknowledged ? null : know,
        });
      },
      (error: unknown) => {
        if (!isLeft) setFault(error instanceof CallError ? error.message : DEFAULT_MESSAGE);
      },
    );
    return () => {
      isLeft = true;
    };
  }, [ask, request, attempt]);
  return { shop, fault, retry: () => setAttempt((count) => count + 1) };
}
