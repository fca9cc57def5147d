import { useEffect, useRef, useState } from 'react';

export type More = {
  state: 'idle' | 'loading' | 'failed' | 'end';
  /** Loads the next page, once at a time; again after a failure. */
  more: () => void;
};

type Request = { list: string; cursor: string; state: 'loading' | 'failed' };

/**
 * Loads the pages after the first by cursor; a cursor of null is the end. `list` names the list, its order included: a
 * page that arrives after the list or the cursor has changed, or after unmount, is dropped.
 */
export function useMore<P>(
  list: string,
  cursor: string | null,
  fetchPage: (cursor: string) => Promise<P>,
  add: (page: P) => void,
): More {
  const [request, setRequest] = useState<Request>();
  const latest = useRef({ list, cursor, add });
  latest.current = { list, cursor, add };
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const isAbout = (one: Request | undefined) => one?.list === list && one.cursor === cursor;
  const state = cursor === null ? 'end' : isAbout(request) ? (request?.state ?? 'idle') : 'idle';

  async function more() {
    if (cursor === null || state === 'loading') return;
    setRequest({ list, cursor, state: 'loading' });
    try {
      const page = await fetchPage(cursor);
      const { current } = latest;
      if (isMounted.current && current.list === list && current.cursor === cursor) current.add(page);
    } catch {
      setRequest((now) => (isAbout(now) ? { list, cursor, state: 'failed' } : now));
    }
  }

  return { state, more: () => void more() };
}
