import { redirect } from 'react-router';
import { detailPath } from '#client/routes.ts';
import { isLoggedIn } from '#client/session.ts';
import type { PostDetail, PostRecord } from '#features/posts/schema.ts';
import { isId } from '#shared/ids.ts';
import { type FetchCall, withoutAlerts } from '../../api.ts';
import type { LoadArguments } from '../../page.ts';
import type { Advert } from '../../parts/ads/ad-carousel.tsx';
import { chooseAdvert } from '../../parts/adverts.ts';
import { forgetIfGone } from '../../parts/offline/forget-if-gone.ts';
import { postCalls } from '../../parts/post/post-calls.ts';
import { loadPostSlots, type PostSlotData, postSlots } from '../../parts/post/post-slot.ts';
import { loadRanks, type Ranks } from '../../parts/ranks.ts';
import { notFoundError, orNull } from '../../parts/settle-all.ts';
import { postPath, type StoryRecord, toStoryRecord } from '../../parts/story.ts';
import { recordUserState } from '../../parts/user-state/record-user-state.ts';

export type AdjacentPost = { title: string; href: string };

/** Posts of the same column with the post's first tag; without any, the newest posts of the column. */
export type Related = { by: 'tag' | 'column'; records: StoryRecord[] };

/** The data of the detail page, those of other features by the keys of their slots. What failed to load is null or empty. */
export type DetailData = OwnData & PostSlotData;

type OwnData = {
  post: PostDetail;
  /** The post was read as a visitor: a log-in may unlock it. */
  isVisitor: boolean;
  previous: AdjacentPost | null;
  next: AdjacentPost | null;
  related: Related;
  ranks: Ranks | null;
  advert: Advert | null;
};

const maxRelated = 4;
export const detailRankSize = 6;

/**
 * Loads a post of this column and the data around it. @throws a redirect if the post belongs to another column, 404 if
 * there is none
 */
export async function loadDetail({ fetchCall, pageLocation }: LoadArguments): Promise<DetailData> {
  const { column } = pageLocation;
  const id = pageLocation.query.get('id') ?? '';
  if (!column || !isId(id)) throw notFoundError();
  const calls = postCalls(column.kind);
  // The page shows an error of the post itself, and does without the rest.
  const fetchQuietly = withoutAlerts(fetchCall);
  const userState = recordUserState();
  const [post, previous, next, ranks, adverts, fromSlots] = await Promise.all([
    fetchQuietly(calls.select, { id }).catch(forgetIfGone(id)),
    orNull(fetchQuietly(calls.previous, { id })),
    orNull(fetchQuietly(calls.next, { id })),
    orNull(loadRanks(fetchQuietly, calls.charts, { columnId: column.id, size: detailRankSize })),
    orNull(fetchQuietly('POST /reception/getAdList', { adPosid: '4' })),
    loadPostSlots(postSlots, fetchCall, { id, kind: column.kind }),
  ]);
  if (post.columnId !== column.id) throw redirect(detailPath(post.columnId, post.id));
  userState.post(post);
  return {
    post,
    isVisitor: !isLoggedIn(),
    previous: toAdjacentPost(previous),
    next: toAdjacentPost(next),
    related: await loadRelated(fetchQuietly, post),
    ranks,
    advert: chooseAdvert(adverts)[0] ?? null,
    ...fromSlots,
  };
}

// Limited to the column, so that publishing or withdrawing posts of other columns does not invalidate this page.
async function loadRelated(
  fetchCall: FetchCall,
  { id, kind, columnId, tags: [tag] }: PostDetail,
): Promise<Related> {
  const find = async (extraQuery: { tag?: string }) => {
    const query = { columnId, size: maxRelated + 1, ...extraQuery };
    const found = await orNull(fetchCall(postCalls(kind).list, query));
    const others = found?.records.filter((record) => record.id !== id) ?? [];
    return others.slice(0, maxRelated).map(toStoryRecord);
  };
  const sameTag = tag === undefined ? [] : await find({ tag });
  return sameTag.length > 0 ? { by: 'tag', records: sameTag } : { by: 'column', records: await find({}) };
}

const toAdjacentPost = (record: PostRecord | null): AdjacentPost | null =>
  record && { title: record.title, href: postPath(record) };
