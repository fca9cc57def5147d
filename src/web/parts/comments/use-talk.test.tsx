// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Client } from '#client/client.ts';
import type { ApiCalls } from '#features/calls.ts';
import { type OnPage, putOnPage } from '#testing/on-page.ts';
import { ClientContext } from '../../client-context.ts';
import { type Surroundings, SurroundingsContext } from '../../site.ts';
import { type TalkActs, useTalk } from './use-talk.ts';

type Asked = {
  query: { sort: string; cursor?: string };
  answer: (ids: string[], cursor: string | null) => Promise<void>;
};

let page: OnPage;
let acts: TalkActs;
let asked: Asked[];

const client = {
  call: (_key: string, { query }: Pick<Asked, 'query'>) =>
    new Promise((resolve) =>
      asked.push({
        query,
        answer: (ids, cursor) =>
          act(async () =>
            resolve({ records: ids.map((id) => ({ id, firstReplies: [] })), cursor, total: 9, own: [] }),
          ),
      }),
    ),
} as unknown as Client<ApiCalls>;
const surroundings = { site: { apiBase: '/api', tenantId: '000000' } } as unknown as Surroundings;

function Probe() {
  acts = useTalk('100001', true);
  return null;
}
const shown = () => acts.talk?.threads.map(({ id }) => id).join(' ');

beforeEach(() => {
  asked = [];
  vi.stubGlobal('EventSource', class {});
  page = putOnPage(
    <SurroundingsContext value={surroundings}>
      <ClientContext value={client}>
        <Probe />
      </ClientContext>
    </SurroundingsContext>,
  );
});
afterEach(() => {
  page.remove();
  vi.unstubAllGlobals();
});

test('adds the next page', async () => {
  await asked[0]?.answer(['1', '2'], 'c1');
  act(() => acts.more());
  expect(asked[1]?.query).toMatchObject({ sort: 'hottest', cursor: 'c1' });
  await asked[1]?.answer(['2', '3'], null);
  expect(shown()).toBe('1 2 3');
  expect(acts.moreState).toBe('end');
});

test('never adds a page of the order before', async () => {
  await asked[0]?.answer(['1', '2'], 'c1');
  act(() => acts.more());
  act(() => acts.setSort('newest'));
  expect(asked[2]?.query).toMatchObject({ sort: 'newest' });
  await asked[2]?.answer(['9', '8'], 'c9');
  await asked[1]?.answer(['3', '4'], 'c2');
  expect(shown()).toBe('9 8');
  act(() => acts.more());
  expect(asked[3]?.query).toMatchObject({ sort: 'newest', cursor: 'c9' });
});

test('asks for no further page while the new order is on its way', async () => {
  await asked[0]?.answer(['1', '2'], 'c1');
  act(() => acts.setSort('newest'));
  expect(shown()).toBe('1 2');
  act(() => acts.more());
  expect(asked).toHaveLength(2);
});
