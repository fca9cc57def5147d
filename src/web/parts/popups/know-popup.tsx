import { Suspense } from 'react';
import { create } from 'zustand';
import { useIsLoggedIn } from '#client/session.ts';
import { readStored, writeStored } from '#client/storage.ts';
import { useClient } from '../../client-context.ts';
import { lazyOptional } from '../lazy-optional.ts';
import { useLoad } from '../use-load.ts';

/** Whether the notice was shown or is not due; other pop-ups wait for that. */
export const useKnowState = create<{ isDone: boolean }>(() => ({ isDone: false }));

const KnowDialog = lazyOptional(async () => (await import('./know-dialog.tsx')).KnowDialog);

// A site publishes tens of versions in its lifetime; acknowledgements of older versions can be dropped.
const maxAcknowledged = 50;

/**
 * The site's notice (须知), shown once per version after the page has loaded. A member's acknowledgement is saved on the
 * server and holds on all their devices; a visitor's is saved in this browser and sent when they log in. A reader who
 * closes it with Escape sees it again on the next page.
 */
export function KnowPopup() {
  const client = useClient();
  const isLoggedIn = useIsLoggedIn();
  const finish = () => useKnowState.setState({ isDone: true });
  const acknowledgeAsMember = (id: string) => {
    const query = { id };
    void client()
      .call('POST /member/acknowledgeKnow', { query, silent: true })
      .catch(() => undefined);
  };
  const { data: know, change } = useLoad(String(isLoggedIn), async (signal) => {
    const query = { place: 'site' } as const;
    // A failed call must not hold up the other pop-ups.
    const notice = await client()
      .call('GET /reception/getKnow', { query, silent: true })
      .catch(() => null);
    if (signal.aborted) return null;
    const isAcknowledged = notice !== null && (readStored('acknowledged') ?? []).includes(notice.id);
    if (notice && !notice.acknowledged && !isAcknowledged) return notice;
    if (notice && !notice.acknowledged && isLoggedIn) acknowledgeAsMember(notice.id);
    finish();
    return null;
  });
  if (!know) return null;
  const close = () => {
    change(() => null);
    finish();
  };
  const acknowledge = () => {
    const acknowledged = (readStored('acknowledged') ?? []).filter((id) => id !== know.id);
    writeStored('acknowledged', [...acknowledged, know.id].slice(-maxAcknowledged));
    if (isLoggedIn) acknowledgeAsMember(know.id);
    close();
  };
  return (
    <Suspense>
      <KnowDialog know={know} onAcknowledge={acknowledge} onClose={close} />
    </Suspense>
  );
}
