import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';

let portal: Portal;
let editor: string;
beforeAll(async () => {
  portal = await openPortal();
  editor = (await logIn(portal, { role: 'editor' })).token;
});
afterAll(() => portal.close());

const call = async (path: string, body: object, token = editor) =>
  (await portal.call(`POST /admin/post/${path}`, { body, token })).body;
const readTime = async (id: string) =>
  (await portal.call('POST /reception/article/selectArticle', { query: { id } })).body.data.publishedAt;
const newest = async (): Promise<string[]> =>
  (
    await portal.call('GET /reception/article/getResearchArticleList', {
      query: { columnId: '2', size: '20' },
    })
  ).body.data.records.map(({ id }: { id: string }) => id);
const past = '2020-05-01T08:00:00+08:00';
const tomorrow = new Date(Date.now() + 86_400_000).toISOString();

describe('the time of publication (docs/product.md §16)', () => {
  test('can be in the past at the first publication, never in the future', async () => {
    const id = await addPost(portal, { state: 'draft', publishedAt: null, tags: ['回填'] });
    expect(await call('publish', { id, base: 0, publishedAt: tomorrow })).toMatchObject({
      code: 400,
      field: 'publishedAt',
    });
    expect(await call('publish', { id, base: 0, publishedAt: past })).toMatchObject({ code: 200 });
    expect(await readTime(id)).toBe(past);
    expect(await call('publish', { id, base: 1, publishedAt: past })).toMatchObject({
      code: 409,
      msg: '这篇已经发布，请改它的发布时间',
    });
  });

  test('is kept by a version that goes to a reviewer first', async () => {
    await portal.ctx.db.insertInto('sensitive_words').values({ word: '需审之词', level: 'review' }).execute();
    const id = await addPost(portal, { state: 'draft', publishedAt: null, title: '需审之词' });
    expect((await call('publish', { id, base: 0, publishedAt: past })).data.isHeld).toBe(true);
    const { token } = await logIn(portal, { role: 'reviewer' });
    const { body } = await portal.call('GET /admin/moderation/list', { query: { size: '100' }, token });
    const item = body.data.records.find(({ target }: { target: string }) => target === `post:${id}`);
    const decision = { id: item.id, decision: 'approved', note: '' };
    await portal.call('POST /admin/moderation/decide', { body: decision, token });
    expect(await readTime(id)).toBe(past);
  });

  test('is corrected on a published post; lists follow and labels too', async () => {
    const [older, newer] = [await addPost(portal, { tags: ['钟'] }), await addPost(portal)];
    expect((await newest()).slice(0, 2)).toEqual([newer, older]);
    expect(await call('setPublishedAt', { id: newer, at: past })).toMatchObject({ code: 200 });
    expect(await readTime(newer)).toBe(past);
    expect((await newest()).indexOf(newer)).toBeGreaterThan((await newest()).indexOf(older));
    expect(await call('setPublishedAt', { id: older, at: past })).toMatchObject({ code: 200 });
    const label = await portal.ctx.db
      .selectFrom('post_labels')
      .select('published_at')
      .where('post_id', '=', older)
      .executeTakeFirstOrThrow();
    expect(label.published_at).toEqual(new Date(past));
  });

  test('is refused for a future time, for what is not published and without the permission', async () => {
    const id = await addPost(portal);
    const draft = await addPost(portal, { state: 'draft', publishedAt: null });
    expect(await call('setPublishedAt', { id, at: tomorrow })).toMatchObject({ code: 400, field: 'at' });
    expect(await call('setPublishedAt', { id: draft, at: past })).toMatchObject({ code: 409 });
    expect(await call('setPublishedAt', { id: '999999999', at: past })).toMatchObject({ code: 404 });
    const { token } = await logIn(portal, { role: 'reviewer' });
    expect(await call('setPublishedAt', { id, at: past }, token)).toMatchObject({ code: 403 });
  });
});
