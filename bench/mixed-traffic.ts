import { detailPath } from '#client/routes.ts';
import { addMember } from '#features/identity/index.ts';
import { type Client, callHeaders, openClient } from './client.ts';
import { homePath } from './page-paths.ts';
import type { Portal } from './portal.ts';
import { openSessions } from './sessions.ts';
import { openShop } from './shop.ts';

const concurrency = 8;
const editorMobile = '18800000009';
const password = 'bench password';
const words = ['减持', '公司', '业绩', '公告', '股份', '市场', '增长', '投资'];
const lists = [homePath, '/101', '/rined', '/globalInfo', '/gszb', '/102'];

/** Traffic of all kinds. `run` sends requests for a time. */
export type Traffic = {
  run(port: number, ms: number): Promise<{ requests: number; refused: number; failed: number }>;
};

type Call = { method: 'GET' | 'POST'; path: string; token?: string; body?: object };

/**
 * Of 1,000 requests 700 are for pages, some rarely read, 180 for lists and details, 60 are searches, 30 comments and lists of
 * them, 20 lists of the back office, 4 orders, 4 lists of own orders, one is a log-in with a password and one an
 * editor who withdraws a post or publishes it again.
 */
export async function openTraffic(portal: Portal): Promise<Traffic> {
  const { apiBase, apiClient } = portal.config;
  const shop = await openShop(portal, { buyers: 500, posts: 50 });
  const token = 'bench-traffic-token';
  const memberId = await addMember(portal.ctx, { mobile: editorMobile, password, role: 'editor' });
  await openSessions(portal, [{ memberId, token }]);
  const posts = await portal.query<{ id: string; column: string }>(
    `select id::text, column_id::text as column from posts where state = 'published' and access = 'public'
     order by published_at desc limit 5000`,
  );
  // Readers read what is new: half of the views are of twenty posts.
  const postAt = (n: number) => posts[hash(n) % (n % 2 ? 20 : posts.length)] ?? { id: '', column: '101' };
  const buyerAt = (n: number) => shop.buyers[n % shop.buyers.length]?.token ?? '';
  const paidAt = (n: number) => `post:${shop.postIds[n % shop.postIds.length]}`;

  function callAt(n: number): Call {
    const kind = hash(n) % 1000;
    const { id } = postAt(n);
    if (kind < 100)
      return { method: 'GET', path: `/reception/article/getResearchArticleList?columnId=101&size=20` };
    if (kind < 180) return { method: 'POST', path: `/reception/article/selectArticle?id=${id}`, body: {} };
    if (kind < 240)
      return {
        method: 'GET',
        path: `/reception/globalSearch?size=20&keyword=${encodeURIComponent(wordsAt(n))}`,
      };
    if (kind < 260) return { method: 'GET', path: `/reception/comment/list?postId=${id}&size=20` };
    if (kind < 270)
      return {
        method: 'POST',
        path: '/member/addComment',
        token: buyerAt(n),
        body: { postId: id, body: `评论 ${n}` },
      };
    if (kind < 290)
      return {
        method: 'GET',
        path: `/admin/post/list?size=20&keyword=${encodeURIComponent(wordsAt(n))}`,
        token,
      };
    if (kind < 294)
      return {
        method: 'POST',
        path: '/member/createOrder',
        token: buyerAt(n),
        body: { thing: paidAt(n), agreed: true },
      };
    if (kind < 298) return { method: 'GET', path: '/member/orders', token: buyerAt(n) };
    if (kind < 299)
      return {
        method: 'POST',
        path: '/blade-auth/oauth/token',
        body: { grant_type: 'password', username: editorMobile, password, tenantId: '000000', scope: 'all' },
      };
    const change = Math.floor(n / 1000) % 2 ? 'publish' : 'withdraw';
    return {
      method: 'POST',
      path: '/admin/post/changeMany',
      token,
      body: { ids: [posts.at(-1)?.id], change },
    };
  }
  const wordsAt = (n: number) => `${words[n % 8]}${n % 3 ? '' : ` ${words[(n >> 3) % 8]}`}`;

  async function send(client: Client, n: number): Promise<number> {
    if (hash(n) % 1000 >= 300) {
      const { id, column } = postAt(n);
      const path = n % 4 ? detailPath(column, id) : (lists[n % lists.length] ?? homePath);
      return (await client.get(path, { 'accept-encoding': n % 10 ? 'br' : 'gzip' })).status;
    }
    const { method, path, token, body } = callAt(n);
    const headers = { ...callHeaders(apiClient), ...(token && { 'blade-auth': `bearer ${token}` }) };
    const url = apiBase + path;
    const { status } = await (method === 'GET' ? client.get(url, headers) : client.post(url, headers, body));
    return status;
  }

  let next = 0;
  return {
    async run(port, ms) {
      const until = Date.now() + ms;
      const from = next;
      let refused = 0;
      let failed = 0;
      const work = async () => {
        const client = openClient(port);
        while (Date.now() < until) {
          const status = await send(client, next++);
          if (status >= 500) failed += 1;
          else if (status >= 400) refused += 1;
        }
        client.close();
      };
      await Promise.all(Array.from({ length: concurrency }, work));
      return { requests: next - from, refused, failed };
    },
  };
}

/** The same for the same number, and spread. */
const hash = (n: number) => Math.imul(n + 1, 2_654_435_761) >>> 8;
