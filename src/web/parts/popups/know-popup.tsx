import { lazy, Suspense, useEffect, useState } from 'react';
import { create } from 'zustand';
import { useIsLoggedIn } from '#client/session.ts';
import { readStored, writeStored } from '#client/storage.ts';
import type { Know } from '#features/frontpage/know/schema.ts';
import { useClient } from '../../client-context.ts';

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
  const [know, setKnow] = useState<Know | null>(null);
  useEffect(() => {
    let isLeft = false;
    const end = () => useKnowTurn.setState({ isOver: true });
    client()
      .call('GET /reception/getKnow', { query: { place: 'site' }, silent: true })
      .then((found) => {
        if (isLeft) return;
        const isKnown = found !== null && (readStored('acknowledged') ?? []).includes(found.id);
        if (found && isKnown && isLoggedIn && !found.acknowledged) tell(found.id);
        if (!found || found.acknowledged || isKnown) return end();
        setKnow(found);
      })
      // Without an answer nobody is held up.
      .catch(end);
    const tell = (id: string) =>
      client()
        .call('POST /member/acknowledgeKnow', { query: { id }, silent: true })
        .catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, [client, isLoggedIn]);
  if (!know) return null;
  const close = () => {
    setKnow(null);
    useKnowTurn.setState({ isOver: true });
  };
  const acknowledge = () => {
    const kept = (readStored('acknowledged') ?? []).filter((id) => id !== know.id);
    writeStored('acknowledged', [...kept, know.id].slice(-mostKept));
    if (isLoggedIn)
      void client()
        .call('POST /member/acknowledgeKnow', { query: { id: know.id }, silent: true })
        .catch(() => undefined);
    close();
  };
  return (
    <Suspense>
      <KnowDialog know={know} onAcknowledge={acknowledge} onClose={close} />
    </Suspense>
  );
}
