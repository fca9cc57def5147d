import type { PostRecord } from '#features/posts/schema.ts';

/** The stories of the front page, from the most to the least prominent. */
export type FrontStories = {
  lead: PostRecord | undefined;
  /** Posts related to the lead, in one line below it. */
  also: PostRecord[];
  seconds: PostRecord[];
  cards: PostRecord[];
};

// Only the newest posts can lead: an older post is not news, however important.
const leadCandidateCount = 6;

/**
 * Arranges the newest posts, newest first. The first important one with a picture leads, else the first with a picture,
 * else the first. Two seconds follow a lead with a picture, four a lead without; of the next posts those without a
 * picture become seconds, since seconds show none. Pinned posts come first and the first of them leads, whatever else
 * is important.
 */
export function arrangeFront(
  newest: readonly PostRecord[],
  pinned: readonly PostRecord[] = [],
): FrontStories {
  const lead = pinned[0] ?? chooseLead(newest.slice(0, leadCandidateCount));
  if (!lead) return { lead, also: [], seconds: [], cards: [] };
  const isPinned = ({ id }: PostRecord) => pinned.some((record) => record.id === id);
  const rest = [...pinned, ...newest.filter((record) => !isPinned(record))].filter(
    (record) => record !== lead,
  );
  const secondCount = lead.cover ? 2 : 4;
  const nextRecords = rest.slice(0, secondCount + 4);
  const seconds = [
    ...nextRecords.filter(({ cover }) => !cover),
    ...nextRecords.filter(({ cover }) => cover),
  ].slice(0, secondCount);
  const isSecond = (record: PostRecord) => seconds.includes(record);
  const cards = nextRecords.filter((record) => !isSecond(record));
  const also = rest.slice(nextRecords.length).filter((record) => isRelated(record, lead));
  return { lead, also: also.slice(0, 2), seconds: nextRecords.filter(isSecond), cards };
}

/** Returns up to `count` records; includes those already shown on the page only if there are too few others. */
export function preferUnseen<R extends { id: string }>(
  records: readonly R[],
  shown: ReadonlySet<string>,
  count: number,
): R[] {
  const unseen = records.filter(({ id }) => !shown.has(id));
  const seen = records.filter(({ id }) => shown.has(id));
  const chosen = new Set([...unseen, ...seen].slice(0, count));
  return records.filter((record) => chosen.has(record));
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
