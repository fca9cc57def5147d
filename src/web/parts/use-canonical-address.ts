import { useLocation, useMatches } from 'react-router';
import { canonicalAddress, type RouteHandle } from '../page.ts';

/**
 * Returns the canonical address of the page, to return to: identical on the server and in the browser, whatever else
 * the address bar contains.
 */
export function useCanonicalAddress(): string {
  const { pathname, search } = useLocation();
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  return canonicalAddress({ pathname, searchParams: new URLSearchParams(search) }, handle?.module).address;
}
