import { redirect } from 'react-router';
import { detailPath } from '#client/routes.ts';
import { isLoggedIn } from '#client/session.ts';
import type { PostDetail, PostRecord } from '#features/posts/schema.ts';
import type { ReferenceNotes } from '#features/references/schema.ts';
import { isId } from '#shared/ids.ts';
import { type Ask, silently } from '../../api.ts';
import type { LoadArguments } from '../../page.ts';
import type { Advert } from '../../parts/ads/ad-carousel.tsx';
import { drawAdvert } from '../../parts/adverts.ts';
import { observeMarks } from '../../parts/marks/observe.ts';
import { pieceCalls } from '../../parts/piece/piece-calls.ts';
import { loadNotes } from '../../parts/piece/piece-risk.tsx';
import { loadRanks, type Ranks } from '../../parts/ranks.ts';
import { missing, orNull } from '../../parts/settle.ts';
import { postPath, type StoryRecord, trimStory } from '../../parts/story.ts';

export type Neighbour = { title: string; href: string };

/** Pieces of the same column under the piece's first tag; where there are none, the column's newest. */
export type Related = { by: 'tag' | 'column'; records: StoryRecord[] };

/** What the detail page shows; what is beside the piece is null or empty where it did not arrive. */
export type DetailData = {
  piece: PostDetail;
  /** The piece was read as a visitor: what is locked may open with a log-in. */
  isVisitor: boolean;
  previous: Neighbour | null;
  next: Neighbour | null;
  related: Related;
  ranks: Ranks | null;
  advert: Advert | null;
  /** Of a reference alone. */
  notes: ReferenceNotes | null;
};

const relatedShown = 4;
export const detailRanks = 6;

/**
 * Reads one piece of this column and what stands around it.
 * @throws a redirect when the piece is another column's, 404 when there is none
 */
export async function loadDetail({ ask, place }: LoadArguments): Promise<DetailData> {
  const { column } = place;
  const id = place.query.get('id') ?? '';
  if (!column || !isId(id)) throw missing();
  const calls = pieceCalls(column.kind);
  // The page says itself what went wrong with the piece, and does without the rest.
  const quietly = silently(ask);
  const seen = observeMarks();
  const [piece, previous, next, ranks, adverts, notes] = await Promise.all([
    quietly(calls.select, { id }),
    orNull(quietly(calls.previous, { id })),
    orNull(quietly(calls.next, { id })),
    orNull(loadRanks(quietly, calls.charts, { columnId: column.id, size: detailRanks })),
    orNull(quietly('POST /reception/getAdList', { adPosid: '4' })),
    loadNotes(quietly, { id, kind: column.kind }),
  ]);
  if (piece.columnId !== column.id) throw redirect(detailPath(piece.columnId, piece.id));
  seen.piece(piece);
  return {
    piece,
    isVisitor: !isLoggedIn(),
    previous: toNeighbour(previous),
    next: toNeighbour(next),
    related: await loadRelated(quietly, piece),
    ranks,
    advert: drawAdvert(adverts)[0] ?? null,
    notes,
  };
}

// Within the column: what is published or withdrawn elsewhere does not renew this page.
async function loadRelated(ask: Ask, { id, kind, columnId, tags: [tag] }: PostDetail): Promise<Related> {
  const find = async (narrowing: { tag?: string }) => {
    const query = { columnId, size: relatedShown + 1, ...narrowing };
    const found = await orNull(ask(pieceCalls(kind).list, query));
    const others = found?.records.filter((record) => record.id !== id) ?? [];
    return others.slice(0, relatedShown).map(trimStory);
  };
  const kin = tag === undefined ? [] : await find({ tag });
  return kin.length > 0 ? { by: 'tag', records: kin } : { by: 'column', records: await find({}) };
}

const toNeighbour = (record: PostRecord | null): Neighbour | null =>
  record && { title: record.title, href: postPath(record) };
