// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '#client/call-error.ts';
import type { Client } from '#client/client.ts';
import type { ApiCalls } from '#features/calls.ts';
import { type OnPage, renderOnPage } from '#testing/render-on-page.ts';
import { ClientContext } from '../../client-context.ts';
import { SiteContext, type SiteContextValue } from '../../site.ts';
import { type CommentsHandle, useComments } from './use-comments.ts';

type ListRequest = {
  query: { sort: string; cursor?: string };
  answer: (ids: string[], cursor: string | null) => Promise<void>;
};
/** A like or its removal, to be answered with the number of likes or refused. */
type LikeRequest = { key: string; body: unknown; answer: (likes: number | Error) => Promise<void> };

let page: OnPage;
let comments: CommentsHandle;
let requests: ListRequest[];
let likeRequests: LikeRequest[];

const client = {
  call: (key: string, { query, body }: Pick<ListRequest, 'query'> & { body?: unknown }) =>
    new Promise((resolve, reject) => {
      if (body !== undefined)
        return likeRequests.push({
          key,
          body,
          answer: (likes) =>
            act(async () => (typeof likes === 'number' ? resolve({ likes }) : reject(likes))),
        });
      return requests.push({
        query,
        answer: (ids, cursor) =>
          act(async () =>
            resolve({
              records: ids.map((id) => ({ id, firstReplies: [], liked: false, likes: 3 })),
              ...{ cursor, total: 9, own: [] },
            }),
          ),
      });
    }),
} as unknown as Client<ApiCalls>;
const siteContext = { site: { apiBase: '/api', tenantId: '000000' } } as unknown as SiteContextValue;

function Probe({ access = 'paid' }: { access?: string }) {
  comments = useComments('100001', access);
  return null;
}
const probe = (access?: string) => (
  <SiteContext value={siteContext}>
    <ClientContext value={client}>
      <Probe {...(access && { access })} />
    </ClientContext>
  </SiteContext>
);
const shown = () => comments.data?.threads.map(({ id }) => id).join(' ');

beforeEach(() => {
  requests = [];
  likeRequests = [];
  vi.stubGlobal('EventSource', class {});
  page = renderOnPage(probe());
});
afterEach(() => {
  page.remove();
  vi.unstubAllGlobals();
});

test('adds the next page', async () => {
  await requests[0]?.answer(['1', '2'], 'c1');
  act(() => comments.more());
  expect(requests[1]?.query).toMatchObject({ sort: 'hottest', cursor: 'c1' });
  await requests[1]?.answer(['2', '3'], null);
  expect(shown()).toBe('1 2 3');
  expect(comments.moreState).toBe('end');
});

test('loads again when the reader may read more of the post, as after a payment', async () => {
  await requests[0]?.answer(['1'], null);
  page.render(probe('open'));
  expect(requests).toHaveLength(2);
  expect(shown()).toBe('1');
  await requests[1]?.answer(['1', '2'], null);
  expect(shown()).toBe('1 2');
  page.render(probe('open'));
  expect(requests).toHaveLength(2);
});

test('never adds a page of the previous sort order', async () => {
  await requests[0]?.answer(['1', '2'], 'c1');
  act(() => comments.more());
  act(() => comments.setSort('newest'));
  expect(requests[2]?.query).toMatchObject({ sort: 'newest' });
  await requests[2]?.answer(['9', '8'], 'c9');
  await requests[1]?.answer(['3', '4'], 'c2');
  expect(shown()).toBe('9 8');
  act(() => comments.more());
  expect(requests[3]?.query).toMatchObject({ sort: 'newest', cursor: 'c9' });
});

test('requests no further page while the new sort order is loading', async () => {
  await requests[0]?.answer(['1', '2'], 'c1');
  act(() => comments.setSort('newest'));
  expect(shown()).toBe('1 2');
  act(() => comments.more());
  expect(requests).toHaveLength(2);
});

test('shows a like at once, the number of the server then, and takes back what the server refused', async () => {
  await requests[0]?.answer(['1', '2'], null);
  const state = () => comments.data?.threads.map(({ liked, likes }) => [liked, likes]);
  const pressLike = () => {
    const thread = comments.data?.threads[1];
    if (thread) act(() => comments.like(thread));
  };
  pressLike();
  expect(state()).toEqual([
    [false, 3],
    [true, 4],
  ]);
  await likeRequests[0]?.answer(7);
  expect(state()?.[1]).toEqual([true, 7]);
  pressLike();
  expect(state()?.[1]).toEqual([false, 6]);
  await likeRequests[1]?.answer(new CallError('failed', '服务繁忙'));
  expect(state()?.[1]).toEqual([true, 7]);
  expect(likeRequests.map(({ key, body }) => [key, body])).toEqual([
    ['POST /member/likeComment', { id: '2' }],
    ['POST /member/unlikeComment', { id: '2' }],
  ]);
});
