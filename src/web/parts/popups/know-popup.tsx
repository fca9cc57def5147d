import { lazy, Suspense } from 'react';
import { create } from 'zustand';
import { useIsLoggedIn } from '#client/session.ts';
import { readStored, writeStored } from '#client/storage.ts';
import { useClient } from '../../client-context.ts';
import { useLoad } from '../use-load.ts';

/** Whether the reader has been asked what there is to ask; other pop-ups wait for that. */
export const useKnowTurn = create<{ isOver: boolean }>(() => ({ isOver: false }));

const KnowDialog = lazy(async () => ({ default: (await import('./know-dialog.tsx')).KnowDialog }));

// A portal has tens of versions in its life; what is older is asked no more.
const mostKept = 50;

/**
 * The site's notice (须知), asked once per version when the page stands. A member's acknowledgement is kept by the
 * portal, so it holds on their other devices; a visitor's by this browser, and told when they log in. Closed by
 * Escape it is asked again with the next page.
 */
export function KnowPopup() {
  const client = useClient();
  const isLoggedIn = useIsLoggedIn();
  const end = () => useKnowTurn.setState({ isOver: true });
  const acknowledgeAsMember = (id: string) => {
    const query = { id };
    void client()
      .call('POST /member/acknowledgeKnow', { query, silent: true })
      .catch(() => undefined);
  };
  const { data: know, change } = useLoad(String(isLoggedIn), async (signal) => {
    const query = { place: 'site' } as const;
    // Without an answer nobody is held up.
    const found = await client()
      .call('GET /reception/getKnow', { query, silent: true })
      .catch(() => null);
    if (signal.aborted) return null;
    const isKnown = found !== null && (readStored('acknowledged') ?? []).includes(found.id);
    if (found && !found.acknowledged && !isKnown) return found;
    if (found && !found.acknowledged && isLoggedIn) acknowledgeAsMember(found.id);
    end();
    return null;
  });
  if (!know) return null;
  const close = () => {
    change(() => null);
    end();
  };
  const acknowledge = () => {
    const kept = (readStored('acknowledged') ?? []).filter((id) => id !== know.id);
    writeStored('acknowledged', [...kept, know.id].slice(-mostKept));
    if (isLoggedIn) acknowledgeAsMember(know.id);
    close();
  };
  return (
    <Suspense>
      <KnowDialog know={know} onAcknowledge={acknowledge} onClose={close} />
    </Suspense>
  );
}
