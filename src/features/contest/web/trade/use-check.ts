import { useClient } from '#web/client-context.ts';
import { silent } from '#web/parts/use-action.ts';
import { useLoad } from '#web/parts/use-load.ts';
import type { OrderCheck } from '../../schema.ts';
import type { Side } from './ticket.ts';

export type CheckInput = {
  seasonId: string;
  code: string;
  side: Side;
  price: number | null;
  quantity: number;
};

const debounceMs = 250;

/**
 * Checks an order on the server before it is sent, debounced; null checks nothing. `revision` changes with the account.
 * The last answer stays, with `isOld` set, until the next arrives.
 */
export function useCheck(
  input: CheckInput | null,
  revision: string,
): { checked: OrderCheck | undefined; isOld: boolean } {
  const client = useClient();
  const { data, isStale } = useLoad(
    input && `${JSON.stringify(input)} ${revision}`,
    async (signal) => {
      if (!input) throw new Error('The check has no order.');
      const checked = await client().call('POST /member/contest/check', { body: input, signal, ...silent });
      return { of: subjectOf(input), checked };
    },
    { delayMs: debounceMs, keepsPrevious: true },
  );
  if (!input || data?.of !== subjectOf(input)) return { checked: undefined, isOld: true };
  return { checked: data.checked, isOld: isStale };
}

/** Identifies security and side: an answer for another one does not apply. */
const subjectOf = ({ code, side }: CheckInput): string => `${side} ${code}`;
