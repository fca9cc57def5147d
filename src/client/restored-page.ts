import { leaveWithoutAsking } from './leave-guard.ts';
import { readStored } from './storage.ts';
import { saveUnsavedInput } from './unsaved-input.ts';

/**
 * Guards a page in the back-forward cache: it is frozen as it was and hears of no log-out meanwhile. A member's page is
 * hidden when it goes there, and shown again only to that member; for anybody else it is loaded again.
 * @param shownId returns the member whose page this is; `sync` updates a visitor's page. Returns a function that stops it.
 */
export function guardRestoredPage(
  shownId: () => string | undefined,
  sync: () => void,
  reload = () => location.reload(),
): () => void {
  const { style } = document.documentElement;
  const onHide = ({ persisted }: PageTransitionEvent) => {
    if (persisted && shownId() !== undefined) style.visibility = 'hidden';
  };
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    const id = shownId();
    if (id !== undefined && id !== readStored('token')?.user.id) {
      saveUnsavedInput(id);
      leaveWithoutAsking();
      return reload();
    }
    sync();
    style.visibility = '';
  };
  window.addEventListener('pagehide', onHide);
  window.addEventListener('pageshow', onShow);
  return () => {
    window.removeEventListener('pagehide', onHide);
    window.removeEventListener('pageshow', onShow);
  };
}
