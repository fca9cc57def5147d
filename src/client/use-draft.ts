import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { createDraft, type Draft, type DraftState, type Kept, type Sent } from './draft.ts';
import { type CopyOf, forgetCopy, keepCopy } from './local-copy.ts';

/**
 * The draft of an opened piece, for as long as it is open. `copyOf` is asked for when a copy is kept or has served, since
 * a piece may get its id only with its first save.
 */
export function useDraft<C extends object>(
  key: string,
  start: { version: number; content: C },
  copyOf: () => CopyOf,
  save: (sent: Sent<C>) => Promise<Kept>,
): Draft<C> & DraftState<C> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one draft a piece; what it was opened with is its beginning.
  const draft = useMemo(
    () =>
      createDraft<C>(start, {
        save,
        keep: (copy) => keepCopy(copyOf(), { ...copy, at: new Date().toISOString() }),
        forget: () => forgetCopy(copyOf()),
      }),
    [key],
  );
  useEffect(() => {
    draft.start();
    const retry = () => void draft.save(true);
    window.addEventListener('online', retry);
    window.addEventListener('pagehide', draft.keepNow);
    return () => {
      window.removeEventListener('online', retry);
      window.removeEventListener('pagehide', draft.keepNow);
      // Whoever goes to another screen has not done with what they wrote.
      void draft.save(true);
      draft.stop();
    };
  }, [draft]);
  return { ...draft, ...useSyncExternalStore(draft.subscribe, draft.state) };
}
