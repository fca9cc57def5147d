import { Agent } from 'node:http';
import { ensureAuthors } from '#features/authors/index.ts';
import { addPosts, prepareBodySync } from '#features/posts/index.ts';
import { callHeaders } from './client.ts';
import type { Portal } from './portal.ts';
import { send } from './send.ts';
import { openSessions } from './sessions.ts';

export type Buyer = { memberId: string; token: string };

/** Pieces for sale, and people who have logged in to buy them. */
export type Shop = { buyers: readonly Buyer[]; pieces: readonly string[] };

const price = (place: number) => 100 + ((place * 37) % 4900);

/** Fills a portal with pieces for sale, of ten authors, and with buyers. */
export async function openShop(portal: Portal, count: { buyers: number; pieces: number }): Promise<Shop> {
  const { ctx, query } = portal;
  const names = Array.from({ length: 10 }, (_, place) => `撰稿人${place}`);
  const authors = await ensureAuthors(ctx, names);
  const ids = await addPosts(
    ctx,
    Array.from({ length: count.pieces }, (_, place) => ({
      columnId: '2',
      authorId: authors.get(names[place % names.length] ?? '') ?? '',
      title: `待售研报 ${place}`,
      access: 'paid' as const,
      price: price(place),
      state: 'published' as const,
      publishedAt: new Date(Date.now() - 60_000 - place),
      body: prepareBodySync({ body: `<p>第 ${place} 篇的正文。</p>`, format: 'html' }),
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
  return { buyers, pieces: ids.flatMap((id) => id ?? []) };
}

export type Reply = { status: number; body: { data?: unknown; msg?: string } };

/** What buyers ask with: as many connections as there are people, kept open. */
export type Till = {
  ask(method: 'GET' | 'POST', path: string, token: string, body?: object): Promise<Reply>;
  /** Presses 支付 on the sandbox gateway's page for this prepayment. @throws unless it is taken */
  press(origin: string, prepay: string): Promise<void>;
  close(): void;
};

export function openTill(port: number, { apiClient, apiBase }: Portal['config']): Till {
  const agent = new Agent({ keepAlive: true, maxSockets: 1000 });
  const client = callHeaders(apiClient);
  return {
    async ask(method, path, token, body) {
      const headers = { ...client, 'blade-auth': `bearer ${token}` };
      const url = `http://127.0.0.1:${port}${apiBase}${path}`;
      const sent = body && { type: 'application/json', text: JSON.stringify(body) };
      const { status, text } = await send(agent, method, url, headers, sent);
      return { status, body: JSON.parse(text) };
    },
    async press(origin, prepay) {
      const sent = { type: 'application/x-www-form-urlencoded', text: `id=${prepay}&act=pay` };
      const { status } = await send(agent, 'POST', `${origin}/pay`, {}, sent);
      if (status !== 200) throw new Error(`the gateway answered ${status}`);
    },
    close: () => agent.destroy(),
  };
}

/** What came of an answer that has to be 200. @throws with what was said instead */
export function dataOf<T>({ status, body }: Reply): T {
  if (status !== 200) throw new Error(`${status}: ${body.msg}`);
  return body.data as T;
}
