import { useEffect, useState } from 'react';

declare global {
  interface Window {
    /** Set by `src/ui/document-start.js`; absent where no document of ours was loaded, as in component tests. */
    missingFiles?: { reloadIfGone: (file?: string) => Promise<boolean>; show: () => void };
  }
}

// The messages of Chromium, Firefox and Safari for a module, and Vite's for a style sheet.
const importFailure = /dynamically imported module|importing a module script failed|unable to preload css/i;

/** Returns whether a file of the build did not arrive, as opposed to a bug in it. */
export function isMissingFile(error: unknown): error is Error {
  return error instanceof Error && importFailure.test(error.message);
}

/**
 * Reloads the page, once per build, if the file is gone because the portal was upgraded under an open tab. Resolves with
 * false if the page stays; then the caller shows a failed state.
 */
export async function reloadIfUpgraded(error: unknown): Promise<boolean> {
  if (!isMissingFile(error)) return false;
  // Safari names no file; then the entry module tells whether the build is still there.
  const file = /https?:\/\/\S+|\/\S+\.css/.exec(error.message)?.[0];
  return (await window.missingFiles?.reloadIfGone(file)) ?? false;
}

/** The same for an error page: returns true while the page may reload, so that no failed state flashes up before it. */
export function useReloadIfUpgraded(error: unknown): boolean {
  const [isPending, setIsPending] = useState(() => isMissingFile(error));
  useEffect(() => {
    if (isMissingFile(error)) void reloadIfUpgraded(error).then(setIsPending);
  }, [error]);
  return isPending;
}

/** Says that the page is incomplete, above the text that the server has rendered. */
export function showMissingFiles(): void {
  window.missingFiles?.show();
}
