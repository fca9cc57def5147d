import { useState } from 'react';
import { deleteLocalCopy, type LocalCopyKey, readLocalCopy } from './local-copy.ts';

/**
 * Returns the copy that this browser saved of a document while the server was unreachable, until it is restored or
 * discarded. Restoring it counts as a change. `isOld`: the server has saved another version since.
 */
export function useLocalCopy<C>(
  key: LocalCopyKey,
  opened: { version: number; content: C } | undefined,
  onRestore: (content: C) => void,
) {
  const [copyKey] = useState(key);
  const [copy, setCopy] = useState(() => {
    const stored = readLocalCopy<C>(copyKey);
    return JSON.stringify(stored?.content) === JSON.stringify(opened?.content) ? undefined : stored;
  });
  const closeAfter = (action: () => void) => () => {
    action();
    setCopy(undefined);
  };
  return (
    copy && {
      at: copy.at,
      isOld: opened !== undefined && copy.base !== opened.version,
      restore: closeAfter(() => onRestore(copy.content)),
      discard: closeAfter(() => deleteLocalCopy(copyKey)),
    }
  );
}
