import { useEffect, useState } from 'react';
import type { CheckedOrder } from '#features/contest/schema.ts';
import { useClient } from '../../../client-context.ts';
import { silent } from '../../../parts/use-act.ts';
import type { Side } from './ticket.ts';

export type CheckInput = {
  seasonId: string;
  code: string;
  side: Side;
  price: number | null;
  quantity: number;
};

const pauseMs = 250;

/**
 * What the server says of an order before it is sent, once the player pauses; null asks nothing. `revision` changes
 * when the account does. The last answer stands, marked as old, until the next one is here.
 */
export function useCheck(
  input: CheckInput | null,
  revision: string,
): { checked: CheckedOrder | undefined; isOld: boolean } {
  const client = useClient();
  const [held, setHeld] = useState<{ key: string; of: string; checked: CheckedOrder }>();
  const key = input && `${JSON.stringify(input)} ${revision}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the input
  useEffect(() => {
    if (!input || !key) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      client()
        .call('POST /member/contest/check', { body: input, signal: abort.signal, ...silent })
        .then(
          (checked) => abort.signal.aborted || setHeld({ key, of: kindOf(input), checked }),
          // Without an answer nothing is said beforehand; the order itself is judged when it is sent.
          () => undefined,
        );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [client, key]);
  if (!input || held?.of !== kindOf(input)) return { checked: undefined, isOld: true };
  return { checked: held.checked, isOld: held.key !== key };
}

/** Answers for another security or the other side say nothing of this one. */
const kindOf = ({ code, side }: CheckInput): string => `${side} ${code}`;
