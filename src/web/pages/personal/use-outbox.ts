import { useLoad } from '../../parts/use-load.ts';
import { useAsk } from '../../site.ts';

/** Whether messages are shown on a page of the portal instead of being sent; false while that is not known. */
export function useHasOutbox(): boolean {
  const ask = useAsk();
  const { data } = useLoad('options', () =>
    ask('GET /reception/loginOptions', undefined, { isSilent: true }),
  );
  return data?.outbox ?? false;
}
