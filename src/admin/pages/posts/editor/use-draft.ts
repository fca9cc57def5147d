import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useUser } from '#client/stores.ts';
import type { DeskPost } from '#features/posts/calls.ts';
import { call } from '../../../api.ts';
import { createDraft, type Draft, type DraftState } from './draft.ts';
import { forgetCopy, keepCopy } from './local-copy.ts';

/** The draft of an opened piece, for as long as it is open. */
export function useDraft({ id, version, content }: DeskPost): Draft & DraftState {
  const memberId = useUser(({ userInfo }) => userInfo?.id ?? '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: one draft a piece; what it was opened with is its beginning.
  const draft = useMemo(
    () =>
      createDraft(
        { version, content },
        {
          save: (sent) => call('POST /admin/post/save', { body: { id, ...sent }, silent: true }),
          keep: (copy) => keepCopy(memberId, id, { ...copy, at: new Date().toISOString() }),
          forget: () => forgetCopy(memberId, id),
        },
      ),
    [id, memberId],
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
