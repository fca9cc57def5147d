import { useEffect, useRef, useState } from 'react';

export type MoreState = {
  state: 'idle' | 'loading' | 'failed' | 'end';
  /** Loads the next page, one at a time; retries after a failure. */
  more: () => void;
};

type Request = { list: string; cursor: string; state: 'loading' | 'failed' };

/**
 * Loads the pages after the first by cursor; a null cursor is the end. `list` identifies the list and its order: a page
 * that arrives after the list or the cursor has changed, or after unmount, is dropped.
 */
export function useMorePages<P>(
  list: string,
  cursor: string | null,
  fetchPage: (cursor: string) => Promise<P>,
  append: (page: P) => void,
): MoreState {
  const [request, setRequest] = useState<Request>();
  const latest = useRef({ list, cursor, add: append });
  latest.current = { list, cursor, add: append };
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const isForCurrentPage = (candidate: Request | undefined) =>
    candidate?.list === list && candidate.cursor === cursor;
  const state = cursor === null ? 'end' : isForCurrentPage(request) ? (request?.state ?? 'idle') : 'idle';

  async function more() {
    if (cursor === null || state === 'loading') return;
    setRequest({ list, cursor, state: 'loading' });
    try {
      const page = await fetchPage(cursor);
      const { current } = latest;
      if (isMounted.current && current.list === list && current.cursor === cursor) current.add(page);
    } catch {
      setRequest((current) => (isForCurrentPage(current) ? { list, cursor, state: 'failed' } : current));
    }
  }

  return { state, more: () => void more() };
}
