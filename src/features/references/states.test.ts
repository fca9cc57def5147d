import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import {
  addReferenceColumn,
  asWriter,
  decideItem,
  decideReference,
  findReviewItem,
  type Writer,
} from '#testing/references.ts';

let portal: Portal;
let writer: Writer;
let reviewer: string;

beforeAll(async () => {
  portal = await openPortal({ REFERENCE_DAILY: '1000', REFERENCE_DRAFTS: '1000', REFERENCE_REVIEWS: '1000' });
  await addReferenceColumn(portal);
  writer = await asWriter(portal);
  reviewer = (await logIn(portal, { role: 'reviewer' })).token;
});
afterAll(() => portal.close());

const read = async (id: string) =>
  (await portal.call('POST /reception/selectReference', { query: { id } })).body;
const stateOf = async (id: string) => {
  const { state, revision } = (await writer.get('detail', { id })).data;
  return { state, revision };
};
const decide = (id: string, decision: 'approved' | 'rejected' | 'changes', note?: string) =>
  decideReference(portal, reviewer, id, decision, note);

describe('a reference', () => {
  test('is written, submitted, published after approval, and read', async () => {
    const draft = await writer.write({ title: '从草稿到发布' });
    expect(await stateOf(draft.id)).toEqual({ state: 'draft', revision: null });
    expect(await read(draft.id)).toMatchObject({ code: 404 });
    expect(await writer.submit(draft)).toMatchObject({ data: { state: 'reviewing', revision: null } });
    expect(await read(draft.id)).toMatchObject({ code: 404 });
    expect(await decide(draft.id, 'approved')).toMatchObject({ code: 200 });
    expect(await stateOf(draft.id)).toEqual({ state: 'published', revision: null });
    expect((await read(draft.id)).data).toMatchObject({ title: '从草稿到发布', kind: 'reference' });
  });

  test.each([
    ['rejected', '依据不足'],
    ['changes', '请补充数据来源'],
  ] as const)(
    'that is sent back as %s shows the reason, is repaired and published',
    async (decision, note) => {
      const draft = await writer.write({ title: '退回再改' });
      await writer.submit(draft);
      expect(await decide(draft.id, decision, '')).toMatchObject({
        code: 400,
        field: 'note',
      });
      expect(await decide(draft.id, decision, note)).toMatchObject({ code: 200 });
      expect((await writer.get('detail', { id: draft.id })).data).toMatchObject({
        state: decision,
        review: { state: decision, note },
      });
      const listed = (await writer.get('list', { shelf: 'draft', state: decision })).data.records;
      expect(listed[0]).toMatchObject({ id: draft.id, state: decision, note });
      const revised = await writer.save(draft, { html: '<p>补充了来源。</p>' });
      expect(await stateOf(draft.id)).toEqual({ state: decision, revision: null });
      expect(await writer.submit(revised)).toMatchObject({ data: { state: 'reviewing' } });
      await decide(draft.id, 'approved');
      expect((await read(draft.id)).data.body).toContain('补充了来源');
    },
  );

  test('stays published unchanged while its next version is under review, until approval', async () => {
    const draft = await writer.write({ html: '<p>旧的文字。</p>' });
    await writer.submit(draft);
    await decide(draft.id, 'approved');
    const edited = await writer.save(draft, { html: '<p>新的文字。</p>' });
    expect((await read(draft.id)).data.body).toContain('旧的文字');
    expect(await writer.submit(edited)).toMatchObject({
      data: { state: 'published', revision: 'reviewing' },
    });
    await decide(draft.id, 'changes', '语气再平和一些');
    expect(await stateOf(draft.id)).toEqual({ state: 'published', revision: 'changes' });
    expect((await read(draft.id)).data.body).toContain('旧的文字');
    await writer.submit(edited);
    await decide(draft.id, 'approved');
    expect(await stateOf(draft.id)).toEqual({ state: 'published', revision: null });
    expect((await read(draft.id)).data.body).toContain('新的文字');
  });

  test('that is published without a new version has nothing to submit', async () => {
    const draft = await writer.write();
    await writer.submit(draft);
    await decide(draft.id, 'approved');
    expect(await writer.submit(draft)).toMatchObject({
      code: 409,
      msg: expect.stringContaining('已经是这一版'),
    });
  });

  test('is withdrawn by its writer, disappears for readers and may return through a review', async () => {
    const draft = await writer.write();
    expect(await writer.post('withdraw', { id: draft.id })).toMatchObject({ code: 409 });
    await writer.submit(draft);
    await decide(draft.id, 'approved');
    expect(await writer.post('withdraw', { id: draft.id })).toMatchObject({ data: { state: 'withdrawn' } });
    expect(await writer.post('withdraw', { id: draft.id })).toMatchObject({ code: 200 });
    expect(await read(draft.id)).toMatchObject({ code: 404 });
    expect(await writer.post('delete', { id: draft.id })).toMatchObject({ code: 409 });
    expect(await writer.submit(draft)).toMatchObject({ data: { state: 'withdrawn', revision: 'reviewing' } });
    await decide(draft.id, 'approved');
    expect(await read(draft.id)).toMatchObject({ code: 200 });
  });

  test('under review can neither be submitted nor deleted until the review is cancelled, which may be repeated', async () => {
    const draft = await writer.write();
    await writer.submit(draft);
    expect(await writer.submit(draft)).toMatchObject({ code: 409, msg: expect.stringContaining('正在审核') });
    expect(await writer.post('delete', { id: draft.id })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('撤回送审'),
    });
    for (const _ of [1, 2])
      expect(await writer.post('cancelReview', { id: draft.id })).toMatchObject({ data: { state: 'draft' } });
    expect(await writer.submit(draft)).toMatchObject({ code: 200 });
    await writer.post('cancelReview', { id: draft.id });
    expect(await writer.post('delete', { id: draft.id })).toMatchObject({ code: 200 });
    expect(await writer.get('detail', { id: draft.id })).toMatchObject({ code: 404 });
  });

  test('is submitted only by a member with a mobile number', async () => {
    const draft = await writer.write();
    const setMobile = (mobile: string) =>
      portal.ctx.db.updateTable('members').set({ mobile }).where('id', '=', writer.memberId).execute();
    const { mobile } = await portal.ctx.db
      .selectFrom('members')
      .select('mobile')
      .where('id', '=', writer.memberId)
      .executeTakeFirstOrThrow();
    await setMobile(`none:${writer.memberId}`);
    expect(await writer.submit(draft)).toMatchObject({
      code: 409,
      msg: expect.stringContaining('绑定手机号'),
    });
    await setMobile(mobile);
    expect(await writer.submit(draft)).toMatchObject({ code: 200 });
  });

  test('edited during its review is published as submitted; the edit waits to be submitted', async () => {
    const draft = await writer.write({ html: '<p>送审的一版。</p>' });
    await writer.submit(draft);
    const later = await writer.save(draft, { html: '<p>之后的一版。</p>' });
    await decide(draft.id, 'approved');
    expect((await read(draft.id)).data.body).toContain('送审的一版');
    expect((await writer.get('detail', { id: draft.id })).data).toMatchObject({
      version: later.version,
      liveVersion: draft.version,
      content: { html: expect.stringContaining('之后的一版') },
    });
  });
});

describe('concurrency', () => {
  test('rejects the second of two saves and loses nothing', async () => {
    const { id, version, content } = await writer.write();
    const save = (html: string) => writer.post('save', { id, base: version, content: { ...content, html } });
    const answers = await Promise.all([save('<p>左</p>'), save('<p>右</p>')]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    const kept = answers[0].code === 200 ? '左' : '右';
    expect((await writer.get('detail', { id })).data.content.html).toContain(kept);
  });

  test('accepts one of two submissions and counts one', async () => {
    const draft = await writer.write();
    const answers = await Promise.all([writer.submit(draft), writer.submit(draft)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    const { db } = portal.ctx;
    const submissions = db.selectFrom('reference_submissions').where('post_id', '=', draft.id);
    expect(await submissions.select('id').execute()).toHaveLength(1);
  });

  test('either submits or deletes a draft when both are called at once', async () => {
    for (const _ of [1, 2, 3, 4]) {
      const draft = await writer.write();
      const [submitted, deleted] = await Promise.all([
        writer.submit(draft),
        writer.post('delete', { id: draft.id }),
      ]);
      const codes = [submitted.code, deleted.code];
      expect([
        [200, 409],
        [404, 200],
      ]).toContainEqual(codes);
      const left = await writer.get('detail', { id: draft.id });
      expect(left.code).toBe(submitted.code === 200 ? 200 : 404);
    }
  });

  test.each(['withdraw', 'cancelReview', 'save'] as const)(
    'completes an approval concurrent with %s in one of the two possible orders',
    async (verb) => {
      for (const _ of [1, 2, 3]) {
        const draft = await writer.write();
        await writer.submit(draft);
        if (verb === 'withdraw') {
          await decide(draft.id, 'approved');
          await writer.submit(await writer.save(draft, { html: '<p>又一版。</p>' }));
        }
        const body = {
          id: draft.id,
          base: draft.version,
          content: { ...draft.content, html: '<p>再改。</p>' },
        };
        const item = await findReviewItem(portal, reviewer, draft.id);
        const [decided, done] = await Promise.all([
          decideItem(portal, reviewer, item, 'approved'),
          writer.post(verb, body),
        ]);
        expect([200, 409]).toContain(decided.code);
        expect([200, 409]).toContain(done.code);
        const { state } = await stateOf(draft.id);
        if (verb === 'save')
          expect({ state, decided: decided.code }).toEqual({ state: 'published', decided: 200 });
        if (verb === 'cancelReview') expect(state).toBe(decided.code === 200 ? 'published' : 'draft');
        if (verb === 'withdraw' && decided.code === 409) expect(state).toBe('withdrawn');
      }
    },
  );
});
