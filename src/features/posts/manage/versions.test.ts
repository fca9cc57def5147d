import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '#shared/dates.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { deleteOldVersions } from './versions.ts';

let portal: Portal;
let admin: string;
beforeAll(async () => {
  portal = await openPortal();
  admin = (await logIn(portal, { role: 'admin' })).token;
});
afterAll(() => portal.close());

const call = async (path: string, body: object) =>
  (await portal.call(`POST /admin/post/${path}`, { body, token: admin })).body;
const listNumbers = async (id: string): Promise<number[]> =>
  (await portal.call('GET /admin/post/versions', { query: { id }, token: admin })).body.data.map(
    ({ number }: { number: number }) => number,
  );

/** Creates a draft and saves it so many times. */
async function createPost(saves: number): Promise<string> {
  const { data } = await call('create', { columnId: '2', title: '一稿' });
  for (let save = 0; save < saves; save += 1) {
    const detail = await portal.call('GET /admin/post/detail', { query: { id: data.id }, token: admin });
    const { content, version } = detail.body.data;
    await call('save', {
      id: data.id,
      base: version,
      content: { ...content, html: `<p>第 ${save} 稿。</p>` },
    });
  }
  return data.id;
}

/** Sets how many days ago each version was saved. */
async function setAges(id: string, days: Record<number, number>): Promise<void> {
  for (const [number, age] of Object.entries(days))
    await portal.ctx.db
      .updateTable('post_versions')
      .set({ saved_at: new Date(Date.now() - age * dayMs) })
      .where('post_id', '=', id)
      .where('number', '=', Number(number))
      .execute();
}

test('deletes versions 60 days after they were replaced, and never the newest', async () => {
  const id = await createPost(4);
  expect(await listNumbers(id)).toEqual([5, 4, 3, 2, 1]);
  await setAges(id, { 1: 100, 2: 90, 3: 70, 4: 59, 5: 1 });
  expect(await deleteOldVersions(portal.ctx)).toBe(2);
  // The third was replaced 59 days ago by the fourth.
  expect(await listNumbers(id)).toEqual([5, 4, 3]);
  expect(await deleteOldVersions(portal.ctx)).toBe(0);
  await setAges(id, { 3: 300, 4: 299, 5: 298 });
  await deleteOldVersions(portal.ctx);
  expect(await listNumbers(id)).toEqual([5]);
});

test('keeps the version that readers see and those that were submitted for review', async () => {
  const id = await createPost(2);
  await call('publish', { id, base: 3 });
  const { content } = (await portal.call('GET /admin/post/detail', { query: { id }, token: admin })).body
    .data;
  await call('save', { id, base: 3, content: { ...content, html: '<p>改。</p>' } });
  await call('submit', { id, base: 4 });
  await call('cancelReview', { id });
  await call('save', { id, base: 4, content: { ...content, html: '<p>再改。</p>' } });
  await setAges(id, { 1: 400, 2: 400, 3: 400, 4: 400, 5: 400 });
  await deleteOldVersions(portal.ctx);
  expect(await listNumbers(id)).toEqual([5, 4, 3]);
});
