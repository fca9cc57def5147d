import { markOf } from '#kernel/mark.ts';
import { toIso } from '#shared/dates.ts';
import type { AdvertRow, DeskAdvertRow } from './queries.ts';
import type { DeskAdvert } from './schema.ts';

/** The mark of an advert as it was opened; pausing one in between is no other advert. */
export const markOfAdvert = (row: AdvertRow): string => markOf(describeAdvert(row));

/** What the log keeps of an advert: its fields by the names of the wire. */
export const describeAdvert = (row: AdvertRow) => ({
  position: row.position,
  title: row.title,
  image: row.image,
  href: row.href,
  weight: row.weight,
  startsAt: toIso(row.starts_at),
  endsAt: row.ends_at && toIso(row.ends_at),
});

export function presentDeskAdvert(row: DeskAdvertRow): DeskAdvert {
  return {
    id: row.id,
    ...describeAdvert(row),
    isPaused: row.is_paused,
    state: row.state as DeskAdvert['state'],
    impressions: row.impressions,
    clicks: row.clicks,
    mark: markOfAdvert(row),
  };
}
