import type { CheckedOrder } from '#features/contest/schema.ts';
import { useClient } from '../../../client-context.ts';
import { silent } from '../../../parts/use-act.ts';
import { useLoad } from '../../../parts/use-load.ts';
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
  const { data, isStale } = useLoad(
    input && `${JSON.stringify(input)} ${revision}`,
    async (signal) => {
      if (!input) throw new Error('a check without an order');
      const checked = await client().call('POST /member/contest/check', { body: input, signal, ...silent });
      return { of: kindOf(input), checked };
    },
    { delayMs: pauseMs, keepsPrevious: true },
  );
  if (!input || data?.of !== kindOf(input)) return { checked: undefined, isOld: true };
  return { checked: data.checked, isOld: isStale };
}

/** Answers for another security or the other side say nothing of this one. */
const kindOf = ({ code, side }: CheckInput): string => `${side} ${code}`;
