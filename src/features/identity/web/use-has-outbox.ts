import { useLoad } from '#web/parts/use-load.ts';
import { useFetchCall } from '#web/site.ts';

/** Returns whether the site shows messages on its outbox page instead of sending them; false until it is known. */
export function useHasOutbox(): boolean {
  const fetchCall = useFetchCall();
  const { data } = useLoad('options', () =>
    fetchCall('GET /reception/loginOptions', undefined, { isSilent: true }),
  );
  return data?.outbox ?? false;
}
