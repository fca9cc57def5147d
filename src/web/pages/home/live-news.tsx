import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { bylineTime } from '#shared/dates.ts';
import { PartFailed, PartNote } from '#ui/states/part-note.tsx';
import { Arrivals } from '../../parts/live/arrivals.tsx';
import { LiveStrip } from '../../parts/live/live-list.tsx';
import { postPath } from '../../parts/story.ts';
import { findArrivals, useNewest } from '../../parts/use-newest.ts';
import { useAsk, useSurroundings } from '../../site.ts';
import { STRIP_SIZE, type StripRecord, trimStrip } from './home-data.ts';

/** The live news strip. What arrives while the page stands open waits behind a line. */
export function LiveNews({ strip }: { strip: StripRecord[] | null }) {
  const { revalidate } = useRevalidator();
  if (!strip) return <PartFailed noun="资讯" onRetry={() => void revalidate()} />;
  return <Strip strip={strip} />;
}

function Strip({ strip }: { strip: StripRecord[] }) {
  const { today } = useSurroundings();
  const ask = useAsk();
  const newest = useNewest(strip, {
    isWanted: ({ kind }) => kind === 'news',
    fetchNewest: async () => {
      const { records } = await ask(
        'GET /news/reception/getGlobalNewsList',
        { size: STRIP_SIZE },
        { isSilent: true },
      );
      return records.map(trimStrip);
    },
  });
  const [shown, setShown] = useState({ strip, records: strip });
  const records = shown.strip === strip ? shown.records : strip;
  return (
    <>
      <Arrivals
        count={findArrivals(newest, records).arrivals.length}
        onShow={() => setShown({ strip, records: newest })}
      />
      {records.length > 0 ? (
        <LiveStrip items={records.map((record) => toItem(record, today))} />
      ) : (
        <PartNote>今天还没有资讯</PartNote>
      )}
    </>
  );
}

const toItem = ({ id, title, important, publishedAt, ...record }: StripRecord, today: string) => ({
  ...{ id, title, important },
  href: postPath({ id, ...record }),
  time: { text: stripTime(publishedAt, today), dateTime: publishedAt },
});

// The strip has room for five figures: the year of an old piece is left to its own page.
function stripTime(iso: string, today: string): string {
  const day = iso.slice(0, 10);
  return day >= today ? iso.slice(11, 16) : bylineTime(iso, today).slice(-5);
}
