import { useLocation, useMatches } from 'react-router';
import { ownAddress, type RouteHandle } from '../page.ts';

/**
 * The one address of the page that is shown, to come back to: the same where the server rendered it and in the browser,
 * whatever else the address bar holds.
 */
export function useOwnAddress(): string {
  const { pathname, search } = useLocation();
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  return ownAddress({ pathname, searchParams: new URLSearchParams(search) }, handle?.module).address;
}
