import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { addReferenceColumn, asWriter, decideReference, type Writer } from '#testing/references.ts';

let portal: Portal;
let writer: Writer;
let reviewer: string;
let admin: string;

beforeAll(async () => {
  portal = await openPortal({ REFERENCE_DRAFTS: '3', REFERENCE_REVIEWS: '2', REFERENCE_DAILY: '4' });
  await addReferenceColumn(portal);
  reviewer = (await logIn(portal, { role: 'reviewer' })).token;
  admin = (await logIn(portal, { role: 'admin' })).token;
  const stocks = [
    { code: '300750', name: '宁德时代', market: 'SZ', aliases: [] },
    { code: '600000', name: '浦发银行', market: 'SH', aliases: [] },
  ];
  await portal.ctx.db.insertInto('stocks').values(stocks).execute();
});
beforeEach(async () => {
  writer = await asWriter(portal);
  await set({});
});
afterAll(() => portal.close());

const usual = {
  mode: 'review',
  drafts: '3',
  reviews: '2',
  daily: '4',
  uploads: '200',
  selfReview: false,
  riskText: '入市有风险',
};
async function set(changes: Partial<typeof usual>) {
  const { body } = await portal.call('GET /admin/settings/list', { token: admin });
  const { updatedAt: base } = body.data.groups.find(({ name }: { name: string }) => name === 'references');
  const saved = await portal.call('POST /admin/settings/save', {
    token: admin,
    body: { group: 'references', values: { ...usual, ...changes }, base },
  });
  expect(saved.body).toMatchObject({ code: 200 });
}
const disclosed = { disclosure: { holding: 'none', note: '' } };
const named = { html: '<p>看好宁德时代。</p>' };

describe('writing quota', () => {
  test('is reported before anything is begun, with what to do', async () => {
    expect((await writer.get('isFull')).data).toEqual({
      full: false,
      reason: null,
      draft: { used: 0, limit: 3 },
      review: { used: 0, limit: 2 },
      today: { used: 0, limit: 4 },
    });
    for (const _ of [1, 2, 3]) await writer.write();
    expect((await writer.get('isFull')).data).toMatchObject({
      full: true,
      reason: expect.stringContaining('草稿已有 3 篇'),
      draft: { used: 3, limit: 3 },
    });
    expect(await writer.post('add', {})).toMatchObject({
      code: 409,
      msg: expect.stringContaining('草稿已有 3 篇'),
    });
  });

  test('holds against concurrent drafts', async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => writer.post('add', {})));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(3);
    expect((await writer.get('list', { shelf: 'draft' })).data.records).toHaveLength(3);
  });

  test('holds against concurrent submissions', async () => {
    const drafts = await Promise.all([1, 2, 3].map(() => writer.write()));
    const answers = await Promise.all(drafts.map((draft) => writer.submit(draft)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 200, 409]);
    expect((await writer.get('isFull')).data).toMatchObject({
      full: true,
      reason: expect.stringContaining('等待审核'),
      draft: { used: 1 },
      review: { used: 2, limit: 2 },
    });
  });

  test('counts submissions of the day that were cancelled and deleted', async () => {
    for (let round = 0; round < 4; round += 1) {
      const draft = await writer.write();
      expect(await writer.submit(draft)).toMatchObject({ code: 200 });
      await writer.post('cancelReview', { id: draft.id });
      await writer.post('delete', { id: draft.id });
    }
    expect((await writer.get('isFull')).data).toMatchObject({
      full: true,
      reason: expect.stringContaining('今天已送审 4 次'),
      draft: { used: 0 },
      today: { used: 4, limit: 4 },
    });
  });

  test('follows the settings immediately', async () => {
    await set({ drafts: '1' });
    await writer.write();
    expect((await writer.get('isFull')).data).toMatchObject({ full: true, draft: { used: 1, limit: 1 } });
  });

  test('is zero if no column accepts references', async () => {
    const { ctx } = portal;
    await ctx.db.updateTable('columns').set({ kind: 'article' }).where('id', '=', '6').execute();
    try {
      expect((await writer.get('isFull')).data).toMatchObject({
        full: true,
        reason: expect.stringContaining('没有开放内参栏目'),
      });
      expect(await writer.post('add', {})).toMatchObject({ code: 409 });
      expect((await writer.get('columns')).data).toEqual([]);
    } finally {
      await ctx.db.updateTable('columns').set({ kind: 'reference' }).where('id', '=', '6').execute();
    }
  });
});

describe('securities that a reference names', () => {
  test('are shown to the writer and require a disclosure, which readers see with the risk text', async () => {
    const draft = await writer.write({ title: '浦发银行的息差', ...named });
    expect((await writer.get('detail', { id: draft.id })).data).toMatchObject({
      securities: [{ code: '300750' }, { code: '600000' }],
      rules: { mode: 'review', riskText: '入市有风险' },
    });
    expect(await writer.submit(draft)).toMatchObject({
      code: 400,
      msg: expect.stringMatching(/宁德时代（300750）.*/),
    });
    const other = { disclosure: { holding: 'other', note: '' } };
    expect(await writer.submit(draft, other)).toMatchObject({
      code: 400,
      field: 'note',
    });
    const holds = { disclosure: { holding: 'holds', note: '持有宁德时代 100 股' } };
    expect(await writer.submit(draft, holds)).toMatchObject({ code: 200 });
    const queue = (await portal.call('GET /admin/moderation/list', { token: reviewer })).body.data.records;
    const item = queue.find(({ target }: { target: string }) => target === `post:${draft.id}`);
    const asked = { token: reviewer, query: { id: item.id } };
    expect((await portal.call('GET /admin/reference/reviewed', asked)).body.data).toMatchObject({
      securities: [{ code: '300750', name: '宁德时代' }, { code: '600000' }],
      disclosure: holds.disclosure,
      writer: { qualificationState: 'none' },
      mayDecide: true,
      live: null,
    });
    await decideReference(portal, reviewer, draft.id, 'approved');
    const notes = (await portal.call('GET /reception/reference/notes', { query: { id: draft.id } })).body
      .data;
    expect(notes).toEqual({ riskText: '入市有风险', disclosure: holds.disclosure, qualification: null });
  });

  test('count behind the paywall too, without telling readers which they are', async () => {
    const html = '<p>开头。</p><!--paywall--><p>看好宁德时代。</p>';
    const draft = await writer.write({ html, access: 'paid', price: 900 });
    expect(await writer.submit(draft)).toMatchObject({ code: 400 });
    await writer.submit(draft, disclosed);
    await decideReference(portal, reviewer, draft.id, 'approved');
    const { text } = await portal.call('GET /reception/reference/notes', { query: { id: draft.id } });
    expect(text).toContain('入市有风险');
    expect(text).not.toMatch(/宁德时代|300750/);
  });

  test('require and show nothing if there are none', async () => {
    const draft = await writer.write({ html: '<p>宏观一周。</p>' });
    expect(await writer.submit(draft)).toMatchObject({ code: 200 });
    await decideReference(portal, reviewer, draft.id, 'approved');
    expect(
      (await portal.call('GET /reception/reference/notes', { query: { id: draft.id } })).body.data,
    ).toEqual({
      riskText: null,
      disclosure: null,
      qualification: null,
    });
  });

  test('are refused where the site forbids them, even if it began to while a reference was waiting', async () => {
    const waiting = await writer.write(named);
    await writer.submit(waiting, disclosed);
    await set({ mode: 'forbid' });
    const draft = await writer.write(named);
    expect((await writer.get('check', { id: draft.id })).data.refusal).toContain('宁德时代（300750）');
    expect(await writer.submit(draft, disclosed)).toMatchObject({
      code: 409,
      msg: expect.stringContaining('本站不发布涉及具体证券的内参'),
    });
    expect(await decideReference(portal, reviewer, waiting.id, 'approved')).toMatchObject({ code: 409 });
    expect(await decideReference(portal, reviewer, waiting.id, 'rejected')).toMatchObject({ code: 200 });
    expect(await writer.submit(await writer.save(draft, { html: '<p>宏观。</p>' }))).toMatchObject({
      code: 200,
    });
  });

  test('may be sold on a licensed site only by authors whose qualification staff verified', async () => {
    await set({ mode: 'licensed' });
    const draft = await writer.write({ ...named, access: 'paid', price: 900 });
    expect(await writer.submit(draft, disclosed)).toMatchObject({
      code: 409,
      msg: expect.stringContaining('执业资格'),
    });
    const profile = (await writer.get('profile')).data;
    const half = { ...profile, qualification: 'S0010', institution: '' };
    expect(await writer.post('profile', half)).toMatchObject({ code: 400 });
    const qualified = { ...profile, qualification: 'S0010', institution: '某某证券研究所' };
    expect(await writer.post('profile', qualified)).toMatchObject({
      data: { qualificationState: 'waiting' },
    });
    expect(await writer.submit(draft, disclosed)).toMatchObject({ code: 409 });
    const listed = { token: admin, query: { qualification: 'waiting' } };
    const [author] = (await portal.call('GET /admin/author/list', listed)).body.data.records;
    expect(author).toMatchObject({
      id: profile.authorId,
      qualification: 'S0010',
      qualificationState: 'waiting',
    });
    const verdict = { id: author.id, qualification: 'S0010', decision: 'verified' };
    const decided = (body: object) =>
      portal.call('POST /admin/author/decideQualification', { token: admin, body });
    expect((await decided({ ...verdict, qualification: 'S9999' })).status).toBe(409);
    expect((await decided({ ...verdict, decision: 'refused' })).body.field).toBe('note');
    expect((await decided(verdict)).body).toMatchObject({ code: 200 });
    const notices = await portal.call('GET /member/notices', { token: writer.token });
    expect(notices.body.data.records[0]).toMatchObject({ kind: 'review', title: '你的执业资格已核实' });
    expect(await writer.submit(draft, disclosed)).toMatchObject({ code: 200 });
    await decideReference(portal, reviewer, draft.id, 'approved');
    expect(
      (await portal.call('GET /reception/reference/notes', { query: { id: draft.id } })).body.data,
    ).toMatchObject({
      qualification: { number: 'S0010', institution: '某某证券研究所' },
    });
    // A new institution must be verified again.
    const moved = { ...qualified, institution: '另一家证券' };
    expect(await writer.post('profile', moved)).toMatchObject({ data: { qualificationState: 'waiting' } });
    const next = await writer.save(draft, { title: '又一版' });
    expect(await writer.submit(next, disclosed)).toMatchObject({ code: 409 });
  });

  test('may not be sold once the qualification lapses while the reference waits for its review', async () => {
    await set({ mode: 'licensed' });
    const profile = (await writer.get('profile')).data;
    const qualified = { ...profile, qualification: 'S0020', institution: '某某证券研究所' };
    await writer.post('profile', qualified);
    const { authorId } = (await writer.get('profile')).data;
    const verdict = { id: authorId, qualification: 'S0020', decision: 'verified' };
    await portal.call('POST /admin/author/decideQualification', { token: admin, body: verdict });
    const draft = await writer.write({ ...named, access: 'paid', price: 900 });
    expect(await writer.submit(draft, disclosed)).toMatchObject({ code: 200 });
    await writer.post('profile', { ...qualified, institution: '另一家证券' });
    expect(await decideReference(portal, reviewer, draft.id, 'approved')).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/^现在不能通过：.*执业资格.*请退回给作者$/),
    });
    expect((await portal.call('POST /reception/selectReference', { query: { id: draft.id } })).status).toBe(
      404,
    );
    await portal.call('POST /admin/author/decideQualification', { token: admin, body: verdict });
    expect(await decideReference(portal, reviewer, draft.id, 'approved')).toMatchObject({ code: 200 });
  });

  test('may be written about for free by anyone on a licensed site', async () => {
    await set({ mode: 'licensed' });
    expect(await writer.submit(await writer.write({ ...named, access: 'member' }), disclosed)).toMatchObject({
      code: 200,
    });
  });
});

describe('an author', () => {
  test('may not decide their own reference unless they hold every permission and the settings allow it', async () => {
    const chief = await asWriter(portal, { role: 'admin' });
    const draft = await chief.write();
    await chief.submit(draft);
    expect(await decideReference(portal, chief.token, draft.id, 'approved')).toMatchObject({
      code: 403,
      msg: expect.stringContaining('另一位审核员'),
    });
    await set({ selfReview: true });
    expect(await decideReference(portal, chief.token, draft.id, 'approved')).toMatchObject({ code: 200 });
  });

  test('who is a reviewer may never decide their own, even if another member submitted it', async () => {
    await set({ selfReview: true });
    const both = await asWriter(portal, { role: 'reviewer' });
    const draft = await both.write();
    const body = { id: draft.id, base: draft.version };
    expect((await portal.call('POST /admin/post/submit', { token: admin, body })).status).toBe(200);
    expect(await decideReference(portal, both.token, draft.id, 'approved')).toMatchObject({ code: 403 });
    expect(await decideReference(portal, reviewer, draft.id, 'approved')).toMatchObject({ code: 200 });
  });

  test('has the reference queued for review even if staff publish it in the back office', async () => {
    const draft = await writer.write();
    const body = { id: draft.id, base: draft.version, isReviewed: true };
    const { data } = (await portal.call('POST /admin/post/publish', { token: admin, body })).body;
    expect(data).toMatchObject({ isHeld: true });
    const at = new Date(Date.now() + 3600_000).toISOString();
    const later = await portal.call('POST /admin/post/publish', { token: admin, body: { ...body, at } });
    expect(later.body).toMatchObject({ code: 409, msg: expect.stringContaining('不能定时') });
  });
});

describe('the number of items waiting for a person', () => {
  const waiting = async (token: string) =>
    (await portal.call('GET /member/dataCount', { token })).body.data.myApprovalCount;

  test("counts others' submissions for reviewers and returned references for writers", async () => {
    const before = await waiting(reviewer);
    expect(await waiting(writer.token)).toBe(0);
    const draft = await writer.write();
    await writer.submit(draft);
    expect(await waiting(reviewer)).toBe(before + 1);
    expect(await waiting(writer.token)).toBe(0);
    await decideReference(portal, reviewer, draft.id, 'changes');
    expect(await waiting(reviewer)).toBe(before);
    expect(await waiting(writer.token)).toBe(1);
    await writer.submit(draft);
    expect(await waiting(writer.token)).toBe(0);
    const both = await asWriter(portal, { role: 'reviewer' });
    await both.submit(await both.write());
    expect(await waiting(both.token)).toBe(before + 1);
    expect(await waiting(reviewer)).toBe(before + 2);
  });
});
