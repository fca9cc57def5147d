import type { PostRecord } from '#features/posts/schema.ts';

/** The stories of the front page by their loudness. */
export type FrontStories = {
  lead: PostRecord | undefined;
  /** Pieces that go with the lead, one line under it. */
  also: PostRecord[];
  seconds: PostRecord[];
  cards: PostRecord[];
};

// The lead is chosen among the newest only: an older piece is no news however important.
const candidatesForLead = 6;

/**
 * Lays out the newest pieces, newest first. The first important one with a picture leads, else the first with a
 * picture, else the first. Two seconds stand under a lead with a picture, four under one without; of the next
 * pieces those without a picture become seconds, since seconds show none. What is pinned comes before all: its first
 * leads, whatever else is important.
 */
export function arrangeFront(
  newest: readonly PostRecord[],
  pinned: readonly PostRecord[] = [],
): FrontStories {
  const lead = pinned[0] ?? chooseLead(newest.slice(0, candidatesForLead));
  if (!lead) return { lead, also: [], seconds: [], cards: [] };
  const isPinned = ({ id }: PostRecord) => pinned.some((record) => record.id === id);
  const rest = [...pinned, ...newest.filter((record) => !isPinned(record))].filter(
    (record) => record !== lead,
  );
  const secondCount = lead.cover ? 2 : 4;
  const near = rest.slice(0, secondCount + 4);
  const seconds = [...near.filter(({ cover }) => !cover), ...near.filter(({ cover }) => cover)].slice(
    0,
    secondCount,
  );
  const inOrder = (record: PostRecord) => seconds.includes(record);
  const cards = near.filter((record) => !inOrder(record));
  const also = rest.slice(near.length).filter((record) => isRelated(record, lead));
  return { lead, also: also.slice(0, 2), seconds: near.filter(inOrder), cards };
}

/** The first `count`, those shown elsewhere on the page only where others are too few. */
export function takeFresh<R extends { id: string }>(
  records: readonly R[],
  shown: ReadonlySet<string>,
  count: number,
): R[] {
  const fresh = records.filter(({ id }) => !shown.has(id));
  const stale = records.filter(({ id }) => shown.has(id));
  const taken = new Set([...fresh, ...stale].slice(0, count));
  return records.filter((record) => taken.has(record));
}

function chooseLead(records: readonly PostRecord[]): PostRecord | undefined {
  return (
    records.find(({ important, cover }) => important && cover) ??
    records.find(({ cover }) => cover) ??
    records[0]
  );
}

const isRelated = (record: PostRecord, lead: PostRecord): boolean =>
  record.columnId === lead.columnId || record.tags.some((tag) => lead.tags.includes(tag));
