import { lazy, Suspense, useEffect, useState } from 'react';
import { readStored, writeStored } from '#client/storage.ts';
import { dayMs, dayOf } from '#shared/dates.ts';
import { useClient } from '../../client-context.ts';
import type { Advert } from '../ads/ad-carousel.tsx';
import { drawAdvert } from '../adverts.ts';
import { useKnowTurn } from './know-popup.tsx';

const AdvertDialog = lazy(async () => ({ default: (await import('./advert-dialog.tsx')).AdvertDialog }));

/** The pop-up advert (position 5): each once a day in this browser, after what there is to acknowledge. */
export function AdvertPopup() {
  const client = useClient();
  const isTurn = useKnowTurn(({ isOver }) => isOver);
  const [ad, setAd] = useState<Advert>();
  useEffect(() => {
    if (!isTurn) return;
    let isLeft = false;
    client()
      .call('POST /reception/getAdList', { query: { adPosid: '5' }, silent: true })
      .then((records) => {
        const shown = readStored('advertsShown') ?? [];
        const [drawn] = drawAdvert(records.filter(({ id }) => !shown.includes(id)));
        if (isLeft || !drawn) return;
        writeStored('advertsShown', [...shown, drawn.id], endOfDay());
        setAd(drawn);
      })
      .catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, [client, isTurn]);
  if (!ad) return null;
  return (
    <Suspense>
      <AdvertDialog ad={ad} onClose={() => setAd(undefined)} />
    </Suspense>
  );
}

const endOfDay = (): number => Date.parse(`${dayOf(new Date())}T00:00:00+08:00`) + dayMs;
