import { useEffect, useState } from 'react';

/**
 * Returns the focus to where it was before this dialog, once the dialog is removed. Ant Design does so only for a dialog
 * that stays in the tree while it closes.
 */
export function useReturnFocus(): void {
  // Read while rendering: by the time effects run, the dialog has taken the focus.
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const hasFocus = document.activeElement !== null && document.activeElement !== document.body;
      if (!hasFocus && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}
