import { afterAll, beforeAll, expect, test } from 'vitest';
import { rebuildIndex } from '#features/search/index.ts';
import {
  createAccessMatrix,
  type Matrix,
  type MatrixPost,
  type Person,
  partOf,
  people,
  selectCalls,
} from '#testing/access-matrix.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { serveOutgoing } from '../outgoing/serve.ts';

/* The whole matrix of `access-matrix.ts` with tracing of copies switched on: a person who reads a paid post in full
   gets their own copy, and no other answer contains a mark. */

let portal: Portal;
let matrix: Matrix;
let admin: string;

beforeAll(async () => {
  portal = await openPortal();
  serveOutgoing(portal.server, portal.app);
  matrix = await createAccessMatrix(portal);
  admin = (await logIn(portal, { role: 'admin' })).token;
  await rebuildIndex(portal.ctx, portal.app.searchIndexes);
  const value = JSON.stringify({ staffTotp: 'optional', tracing: 'on' });
  await portal.ctx.db.insertInto('site_settings').values({ name: 'security', value }).execute();
}, 120_000);
afterAll(() => portal.close());

const markPattern = /[\u200c\u200d]{16,}/u;
const callAs = (person: Person, key: string, query: Record<string, string> = {}) => {
  const token = matrix.tokens[person];
  return portal.call(key, { query, ...(token ? { token } : {}) });
};
const callAdmin = async (call: string, body: object) =>
  (await portal.call(`POST /admin/leak/${call}`, { token: admin, body })).body.data;

const isPaid = ({ level, inherits }: MatrixPost): boolean =>
  ['vip', 'paid', 'vipFree', 'withdrawn'].includes(level) || (level === 'inherited' && inherits === 'vip');

test('gives everyone who reads a paid post in full, for whatever reason, a copy that leads to them', async () => {
  const readers = new Map<string, Person>();
  let copies = 0;
  for (const person of people)
    for (const post of matrix.posts) {
      const { text, body } = await callAs(person, selectCalls[post.kind], { id: post.id });
      const isCopy = isPaid(post) && partOf(person, post) === 'all';
      expect(markPattern.test(text), `${person} ${post.level} ${post.columnId}`).toBe(isCopy);
      if (!isCopy) {
        if (body.code === 200) expect(body.data.reader).toBeNull();
        continue;
      }
      copies += 1;
      const found = await callAdmin('trace', { text: body.data.body });
      expect(found.copies).toMatchObject([{ post: { id: post.id }, confidence: 'certain' }]);
      const { reader } = found.copies[0];
      expect((await callAdmin('traceNumber', { number: body.data.reader.number })).reader).toEqual(reader);
      expect(readers.get(reader.id) ?? person).toBe(person);
      readers.set(reader.id, person);
    }
  expect(copies).toBeGreaterThan(50);
  expect([...readers.values()]).toEqual(people.filter((person) => [...readers.values()].includes(person)));
  expect([...readers.values()]).toEqual(
    expect.arrayContaining(['vip', 'buyer', 'subscriber', 'giftee', 'author']),
  );
});

test('puts no mark into any list, search, feed or other answer, whoever requests it', async () => {
  const calls = portal.app.calls.filter(
    ({ access, method, binary }) => method === 'GET' && !binary && access === 'open',
  );
  expect(calls.length).toBeGreaterThan(20);
  for (const person of ['vip', 'staff'] as const) {
    for (const { path } of calls) {
      // Logging out would turn the person into a visitor for the calls and tests that follow.
      if (path.endsWith('/logout')) continue;
      for (const query of /search/i.test(path) ? [{ keyword: '机密语句', size: '100' }] : [{ size: '100' }]) {
        const { text } = await callAs(person, `GET ${path}`, query);
        expect(text, `${person} ${path}`).not.toMatch(markPattern);
      }
    }
    for (const url of ['/feed.xml', '/feed.json', '/atom.xml', '/5/feed.xml']) {
      const token = matrix.tokens[person];
      const headers = token ? { 'blade-auth': `bearer ${token}` } : {};
      expect((await portal.server.inject({ url, headers })).body, `${person} ${url}`).not.toMatch(
        markPattern,
      );
    }
  }
});
