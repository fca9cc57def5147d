import { Agent } from 'node:http';
import { ensureAuthors } from '#features/authors/index.ts';
import { addPosts, prepareBodySync } from '#features/posts/index.ts';
import { callHeaders } from './client.ts';
import type { Portal } from './portal.ts';
import { send } from './send.ts';
import { openSessions } from './sessions.ts';

export type Buyer = { memberId: string; token: string };

/** Posts for sale, and logged-in members who buy them. */
export type Shop = { buyers: readonly Buyer[]; postIds: readonly string[] };

const priceAt = (index: number) => 100 + ((index * 37) % 4900);

/** Fills a portal with posts for sale, by ten authors, and with buyers. */
export async function openShop(portal: Portal, count: { buyers: number; posts: number }): Promise<Shop> {
  const { ctx, query } = portal;
  const names = Array.from({ length: 10 }, (_, index) => `撰稿人${index}`);
  const authors = await ensureAuthors(ctx, names);
  const ids = await addPosts(
    ctx,
    Array.from({ length: count.posts }, (_, index) => ({
      columnId: '2',
      authorId: authors.get(names[index % names.length] ?? '') ?? '',
      title: `待售研报 ${index}`,
      access: 'paid' as const,
      price: priceAt(index),
      state: 'published' as const,
      publishedAt: new Date(Date.now() - 60_000 - index),
      body: prepareBodySync({ body: `<p>第 ${index} 篇的正文。</p>`, format: 'html' }),
    })),
  );
  await query(
    `insert into members (mobile, name)
     select '198' || lpad(n::text, 8, '0'), '买家' || n from generate_series(1, $1::int) n on conflict do nothing`,
    [count.buyers],
  );
  const people = await query<{ id: string }>(
    `select id::text from members where mobile like '198%' order by id limit $1`,
    [count.buyers],
  );
  const buyers = people.map(({ id }) => ({ memberId: id, token: `bench-buyer-${id}` }));
  await openSessions(portal, buyers);
  return { buyers, postIds: ids.flatMap((id) => id ?? []) };
}

export type Reply = { status: number; body: { data?: unknown; msg?: string } };

/** The buyers' HTTP client: one keep-alive connection per concurrent buyer. */
export type BuyerClient = {
  call(method: 'GET' | 'POST', path: string, token: string, body?: object): Promise<Reply>;
  /** Confirms the payment on the sandbox gateway's page. @throws unless it is accepted */
  pay(origin: string, prepay: string): Promise<void>;
  close(): void;
};

export function openBuyerClient(origin: string, { apiClient, apiBase }: Portal['config']): BuyerClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1000 });
  const clientHeaders = callHeaders(apiClient);
  return {
    async call(method, path, token, body) {
      const headers = { ...clientHeaders, 'blade-auth': `bearer ${token}` };
      const url = `${origin}${apiBase}${path}`;
      const sent = body && { type: 'application/json', text: JSON.stringify(body) };
      const { status, text } = await send(agent, method, url, headers, sent);
      return { status, body: JSON.parse(text) };
    },
    async pay(origin, prepay) {
      const sent = { type: 'application/x-www-form-urlencoded', text: `id=${prepay}&act=pay` };
      const { status } = await send(agent, 'POST', `${origin}/pay`, {}, sent);
      if (status !== 200) throw new Error(`the gateway answered ${status}`);
    },
    close: () => agent.destroy(),
  };
}

/** Returns the data of a response with status 200. @throws with the message of any other response */
export function dataOf<T>({ status, body }: Reply): T {
  if (status !== 200) throw new Error(`${status}: ${body.msg}`);
  return body.data as T;
}
