import { lazy, Suspense } from 'react';
import { readStored, writeStored } from '#client/storage.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import { useClient } from '../../client-context.ts';
import { drawAdvert } from '../adverts.ts';
import { useLoad } from '../use-load.ts';
import { useKnowTurn } from './know-popup.tsx';

const AdvertDialog = lazy(async () => ({ default: (await import('./advert-dialog.tsx')).AdvertDialog }));

/** The pop-up advert (position 5): each once a day in this browser, after what there is to acknowledge. */
export function AdvertPopup() {
  const client = useClient();
  const isTurn = useKnowTurn(({ isOver }) => isOver);
  const { data: ad, change } = useLoad(isTurn || null, async (signal) => {
    const query = { adPosid: '5' } as const;
    const records = await client().call('POST /reception/getAdList', { query, silent: true });
    const shown = readStored('advertsShown') ?? [];
    const [drawn] = drawAdvert(records.filter(({ id }) => !shown.includes(id)));
    if (signal.aborted || !drawn) return null;
    writeStored('advertsShown', [...shown, drawn.id], endOfDay());
    return drawn;
  });
  if (!ad) return null;
  return (
    <Suspense>
      <AdvertDialog ad={ad} onClose={() => change(() => null)} />
    </Suspense>
  );
}

const endOfDay = (): number => Date.parse(`${dayOf(new Date())}T00:00:00+08:00`) + dayMs;
