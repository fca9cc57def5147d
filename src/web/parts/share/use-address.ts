import { useEffect, useState } from 'react';
import { useSiteContext } from '../../site.ts';

/** Returns the whole address of a page of this site; `path` begins with a slash. */
export function useAddress(path: string): string {
  const { site } = useSiteContext();
  const [origin, setOrigin] = useState(site.url);
  useEffect(() => {
    if (site.url === '') setOrigin(location.origin);
  }, [site.url]);
  return origin + path;
}
