import { useEffect, useMemo, useSyncExternalStore } from 'react';
import {
  createDraft,
  type Draft,
  type DraftState,
  type SavedVersion,
  type SaveInput,
  type SaveState,
} from './draft.ts';
import { useLeaveGuard } from './leave-guard.ts';
import { deleteLocalCopy, type LocalCopyKey, saveLocalCopy } from './local-copy.ts';

/**
 * Returns the draft of an opened post, for as long as it is open. `copyKeyOf` is called whenever a copy is saved or
 * deleted, because a post may get its id only with its first save.
 */
export function useDraft<C extends object>(
  key: string,
  initial: { version: number; content: C },
  copyKeyOf: () => LocalCopyKey,
  save: (input: SaveInput<C>) => Promise<SavedVersion>,
): Draft<C> & DraftState<C> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one draft per post, from its initial content.
  const draft = useMemo(
    () =>
      createDraft<C>(initial, {
        save,
        saveCopy: (copy) => saveLocalCopy(copyKeyOf(), { ...copy, at: new Date().toISOString() }),
        deleteCopy: () => deleteLocalCopy(copyKeyOf()),
      }),
    [key],
  );
  useEffect(() => {
    draft.start();
    const retry = () => void draft.save(true);
    window.addEventListener('online', retry);
    window.addEventListener('pagehide', draft.saveCopyNow);
    // A phone may end a page in the background without another event.
    document.addEventListener('visibilitychange', draft.saveCopyNow);
    return () => {
      window.removeEventListener('online', retry);
      window.removeEventListener('pagehide', draft.saveCopyNow);
      document.removeEventListener('visibilitychange', draft.saveCopyNow);
      // Navigating to another screen must not lose unsaved changes.
      void draft.save(true);
      draft.stop();
    };
  }, [draft]);
  const state = useSyncExternalStore(draft.subscribe, draft.state);
  useLeaveGuard(
    !isKept(state.saveState),
    async () => (await draft.save(true)) || isKept(draft.state().saveState),
  );
  return { ...draft, ...state };
}

/** Whether leaving loses nothing: the server has the text, or this browser until the connection is back. */
const isKept = (saveState: SaveState): boolean =>
  saveState.status === 'saved' || (saveState.status === 'offline' && saveState.isCopySaved);
