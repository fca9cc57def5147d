import { callHeaders, openClient } from '../client.ts';
import { measuredColumn } from '../fill.ts';
import type { Measure } from '../measure.ts';
import { atMost, formatNumber, type Line } from '../report.ts';
import { median, quantile } from '../rounds.ts';
import { openSessions } from '../sessions.ts';

const comments = 10_000;
const commenters = 500;
const requestsPerKind = 200;
const token = 'bench-comments-token';

/**
 * A post with 10,000 comments, a third of them answers, with uneven likes: its first page, the hottest comments first,
 * and a deep page of both, as visitor and as member, alternating with `selectArticle` of the same post.
 */
export const commentsMeasure: Measure = async ({ portal, running, log }) => {
  const { apiBase, apiClient } = portal.config;
  log(`writing ${comments.toLocaleString('en')} comments on one post …`);
  const { postId, memberId } = await addComments();
  await openSessions(portal, [{ memberId, token }]);
  const client = openClient(running.port);
  const visitor = callHeaders(apiClient);
  const member = { ...visitor, 'blade-auth': `bearer ${token}` };
  const list = (query: Record<string, string>, headers: Record<string, string>) => () =>
    client.get(
      `${apiBase}/reception/comment/list?${new URLSearchParams({ postId, size: '20', ...query })}`,
      headers,
    );
  const deep = { newest: await cursorAfter('newest', 50), hottest: await cursorAfter('hottest', 50) };
  const kinds: Record<string, () => ReturnType<typeof client.get>> = {
    reading: () => client.post(`${apiBase}/reception/article/selectArticle?id=${postId}`, visitor, {}),
    'first page, newest': list({ sort: 'newest' }, visitor),
    'first page, hottest': list({ sort: 'hottest' }, visitor),
    'first page, hottest, a member': list({ sort: 'hottest' }, member),
    'page 50, newest': list({ sort: 'newest', cursor: deep.newest }, visitor),
    'page 50, hottest': list({ sort: 'hottest', cursor: deep.hottest }, visitor),
  };
  const times = new Map(Object.keys(kinds).map((kind) => [kind, [] as number[]]));
  try {
    for (let n = -20; n < requestsPerKind; n++)
      for (const [kind, send] of Object.entries(kinds)) {
        const started = performance.now();
        const { status } = await send();
        if (status !== 200) throw new Error(`${kind} answered ${status}`);
        if (n >= 0) times.get(kind)?.push(performance.now() - started);
      }
  } finally {
    client.close();
  }
  const p95 = (kind: string) => quantile(times.get(kind) ?? [], 0.95);
  return Object.keys(kinds)
    .slice(1)
    .map((kind): Line => {
      const medianText = formatNumber(median(times.get(kind) ?? []));
      const detail = `${formatNumber(p95(kind))} ms, median ${medianText} ms; reading ${formatNumber(p95('reading'))} ms`;
      return atMost(
        `comments: ${kind}, p95 : selectArticle, p95`,
        p95(kind) / p95('reading'),
        10,
        '×',
        detail,
      );
    });

  async function cursorAfter(sort: string, pages: number): Promise<string> {
    let cursor = '';
    for (let page = 0; page < pages; page++) {
      const { body } = await list({ sort, ...(cursor && { cursor }) }, visitor)();
      cursor = JSON.parse(body.toString()).data.cursor;
    }
    return cursor;
  }

  async function addComments(): Promise<{ postId: string; memberId: string }> {
    const [post] = await portal.query<{ id: string }>(
      `select id::text from posts where column_id = $1 and state = 'published' order by md5(id::text) limit 1`,
      [measuredColumn],
    );
    if (!post) throw new Error('there is no post to comment on');
    const people = await portal.query<{ id: string }>(
      `insert into members (mobile, name)
       select '177' || lpad(n::text, 8, '0'), '读者' || n from generate_series(1, $1::int) n
       on conflict (mobile) do update set name = excluded.name returning id::text`,
      [commenters],
    );
    await portal.query('delete from comments where post_id = $1', [post.id]);
    const ids = people.map(({ id }) => id);
    const text = '这一段说得对，末端站的价值随馈线负荷走，账要重算；租约里最好写明下限。';
    await portal.query(
      `insert into comments (post_id, member_id, body, state, province, was_shown)
       select $1::bigint, ($2::bigint[])[1 + n % $3], $4 || n, 'visible', '广东', true
       from generate_series(1, $5::int) n`,
      [post.id, ids, commenters, text, comments - Math.floor(comments / 3)],
    );
    await portal.query(
      `insert into comments (post_id, root_id, member_id, body, state, province, was_shown)
       select $1::bigint, r.id, ($2::bigint[])[1 + n % $3], $4 || n, 'visible', '浙江', true
       from generate_series(1, $5::int) n
       join lateral (select id from comments where post_id = $1::bigint and root_id is null
         order by md5(id::text) offset n % 400 limit 1) r on true`,
      [post.id, ids, commenters, text, Math.floor(comments / 3)],
    );
    await portal.query(
      `insert into comment_likes (comment_id, member_id)
       select c.id, m.id from comments c
       join lateral (select unnest($2::bigint[]) id limit (c.id % 97) * (c.id % 7) / 12) m on true
       where c.post_id = $1::bigint`,
      [post.id, ids],
    );
    await portal.query('analyze comments, comment_likes', []);
    return { postId: post.id, memberId: ids[0] ?? '' };
  }
};
