import { afterAll, beforeAll, expect, test } from 'vitest';
import { rebuildIndex } from '#features/search/index.ts';
import {
  type Matrix,
  type Person,
  type Piece,
  partOf,
  people,
  plantMatrix,
  selecting,
} from '#testing/access-matrix.ts';
import { logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { serveOutgoing } from '../outgoing/serve.ts';

/*
 * The whole matrix of `access-matrix.ts` while copies are traced: who reads a paid piece whole reads their own copy, and
 * no other answer holds a mark.
 */

let portal: Portal;
let matrix: Matrix;
let admin: string;

beforeAll(async () => {
  portal = await openPortal();
  serveOutgoing(portal.app, portal.house);
  matrix = await plantMatrix(portal);
  admin = (await logIn(portal, { role: 'admin' })).token;
  await rebuildIndex(portal.ctx, portal.house.searchIndexes);
  const value = JSON.stringify({ staffTotp: 'optional', tracing: 'on' });
  await portal.ctx.db.insertInto('site_settings').values({ name: 'security', value }).execute();
}, 120_000);
afterAll(() => portal.close());

const marks = /[\u200c\u200d]{16,}/u;
const ask = (person: Person, key: string, query: Record<string, string> = {}) => {
  const token = matrix.tokens[person];
  return portal.ask(key, { query, ...(token ? { token } : {}) });
};
const desk = async (call: string, body: object) =>
  (await portal.ask(`POST /admin/leak/${call}`, { token: admin, body })).body.data;

const isPaid = ({ level, inherits }: Piece): boolean =>
  ['vip', 'paid', 'vipFree', 'withdrawn'].includes(level) || (level === 'inherited' && inherits === 'vip');

test('whoever reads a paid piece whole, for whatever reason, reads a copy that leads to them', async () => {
  const readers = new Map<string, Person>();
  let copies = 0;
  for (const person of people)
    for (const piece of matrix.pieces) {
      const { text, body } = await ask(person, selecting[piece.kind], { id: piece.id });
      const isCopy = isPaid(piece) && partOf(person, piece) === 'all';
      expect(marks.test(text), `${person} ${piece.level} ${piece.columnId}`).toBe(isCopy);
      if (!isCopy) {
        if (body.code === 200) expect(body.data.reader).toBeNull();
        continue;
      }
      copies += 1;
      const found = await desk('trace', { text: body.data.body });
      expect(found.copies).toMatchObject([{ post: { id: piece.id }, confidence: 'certain' }]);
      const { reader } = found.copies[0];
      expect((await desk('traceNumber', { number: body.data.reader.number })).reader).toEqual(reader);
      expect(readers.get(reader.id) ?? person).toBe(person);
      readers.set(reader.id, person);
    }
  expect(copies).toBeGreaterThan(50);
  expect([...readers.values()]).toEqual(people.filter((person) => [...readers.values()].includes(person)));
  expect([...readers.values()]).toEqual(
    expect.arrayContaining(['vip', 'buyer', 'subscriber', 'giftee', 'author']),
  );
});

test('no list, search, feed or other answer holds a mark, whoever asks', async () => {
  const calls = portal.house.calls.filter(
    ({ access, method, binary }) => method === 'GET' && !binary && access === 'open',
  );
  expect(calls.length).toBeGreaterThan(20);
  for (const person of ['visitor', 'vip', 'subscriber', 'staff'] as const) {
    for (const { path } of calls) {
      // Logging out would turn them into a visitor for the calls and tests that follow.
      if (person !== 'visitor' && path.endsWith('/logout')) continue;
      for (const query of [{}, { keyword: '机密语句', size: '100' }]) {
        const { text } = await ask(person, `GET ${path}`, query);
        expect(text, `${person} ${path}`).not.toMatch(marks);
      }
    }
    for (const url of ['/feed.xml', '/atom.xml', '/5/feed.xml']) {
      const token = matrix.tokens[person];
      const headers = token ? { 'blade-auth': `bearer ${token}` } : {};
      expect((await portal.app.inject({ url, headers })).body, `${person} ${url}`).not.toMatch(marks);
    }
  }
});
