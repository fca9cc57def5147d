import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { withdrawPost } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { dayMs } from '#shared/dates.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';
import {
  type ReceivedMail,
  type SmtpBehaviour,
  type StandInSmtp,
  startStandInSmtp,
} from '#testing/stand-in-smtp.ts';
import { waitFor } from '#testing/wait-for.ts';
import { makeDigests, nextDigestAt } from './digests.ts';
import { countAudience } from './letter-queries.ts';
import { sendLetters } from './send-letters.ts';
import { resumeLetter } from './service.ts';

let portal: Portal;
let smtp: StandInSmtp;
let received: ReceivedMail[] = [];
let admin: string;
let shiftMs = 0;

beforeAll(async () => {
  smtp = await startStandInSmtp(undefined, { keepsLines: false });
  portal = await openPortal({
    SMTP_URL: smtp.url,
    MAIL_FROM: '观澜 <no-reply@news.example.cn>',
    SMTP_PER_MINUTE: '6000',
    SITE_URL: 'https://news.example.cn',
  });
  admin = (await logIn(portal, { role: 'admin' })).token;
});
afterAll(async () => {
  await portal.close();
  await smtp.close();
});
beforeEach(() => {
  received = [];
  smtp.behaviour = {};
  smtp.onMail = (mail) => received.push(mail);
});
afterEach(async () => {
  await portal.ctx.db.deleteFrom('letters').execute();
  await portal.ctx.db.deleteFrom('letter_digests').execute();
  await portal.ctx.db.deleteFrom('letter_bounces').execute();
  await portal.ctx.db.deleteFrom('notice_channels').execute();
  await portal.ctx.db.updateTable('letter_pace').set({ held_until: null, holds: 0, claimed: 0 }).execute();
  shiftMs = 0;
});

let serial = 0;
/** Adds a member with a verified address who asked for letters. */
async function subscriber(kind: string | null = 'letter', options: Parameters<typeof logIn>[1] = {}) {
  const person = await logIn(portal, options);
  serial += 1;
  const email = `reader${serial}@example.cn`;
  await portal.ctx.db.updateTable('members').set({ email }).where('id', '=', person.memberId).execute();
  if (kind) await subscribe(person.token, kind);
  return { ...person, email };
}
const subscribe = (token: string, kind = 'letter', isOn = true) =>
  portal.call('POST /member/saveLetterSubscription', { token, body: { kind, isOn } });

const grant = (row: { member_id: string; scope: string; target_id: string; ends_at: Date | null }) =>
  portal.ctx.db
    .insertInto('grants')
    .values({ ...row, source: 'test', starts_at: new Date(Date.now() - 1000) })
    .execute();

const asAdmin = async (key: string, body: unknown = {}) => portal.call(key, { token: admin, body });
async function draft(content: object): Promise<{ id: string; base: number }> {
  const { id } = (await asAdmin('POST /admin/letter/create')).body.data;
  const { body } = await asAdmin('POST /admin/letter/save', {
    id,
    base: 1,
    content: { subject: '本周要闻', ...content },
  });
  return { id, base: body.data.version };
}
async function schedule(content: object): Promise<string> {
  const letter = await draft(content);
  const { status, text } = await asAdmin('POST /admin/letter/schedule', letter);
  expect(status, text).toBe(200);
  return letter.id;
}
/** Adds a member of staff with no permission but that for letters. */
async function lettersStaff() {
  const person = await subscriber(null);
  await portal.ctx.db
    .insertInto('roles')
    .values({ code: 'letters-only', name: '邮件', permissions: ['letters.send'] })
    .onConflict((same) => same.doNothing())
    .execute();
  await portal.ctx.db
    .insertInto('member_roles')
    .values({ member_id: person.memberId, role: 'letters-only' })
    .execute();
  return person;
}
const noticesOf = (id: string) =>
  portal.ctx.db
    .selectFrom('notices')
    .select(['member_id', 'body'])
    .where('link', '=', `/admin/letters/${id}`)
    .execute();
const detail = async (id: string) =>
  (await portal.call('GET /admin/letter/detail', { token: admin, query: { id } })).body.data;
const shifted = (): Context => ({ ...portal.ctx, now: () => new Date(Date.now() + shiftMs) });
const work = (ctx = shifted()) => sendLetters(ctx, portal.app.letters, new AbortController().signal);

/** The parts of a received mail as text. */
function partsOf({ data }: ReceivedMail): { head: string; text: string; html: string } {
  const boundary = /boundary="([^"]+)"/.exec(data)?.[1] ?? '';
  const [head = '', plain = '', html = ''] = data.split(`--${boundary}`);
  const decode = (part: string) => {
    const [header = '', ...rest] = part.trim().split('\n\n');
    const body = rest.join('\n\n');
    if (/base64/i.test(header)) return Buffer.from(body, 'base64').toString();
    const bytes = body
      .replaceAll('=\n', '')
      .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
    return /quoted-printable/i.test(header) ? Buffer.from(bytes, 'latin1').toString() : body;
  };
  return { head: head.replaceAll(/\n\s+/g, ' '), text: decode(plain), html: decode(html) };
}

test('a letter goes only to those who asked, with a verified address that works', async () => {
  const asked = await subscriber();
  await subscriber(null);
  await subscriber('daily');
  const blocked = await subscriber();
  const deleted = await subscriber();
  const bounced = await subscriber();
  const { db } = portal.ctx;
  await db
    .updateTable('members')
    .set({ blocked_at: new Date() })
    .where('id', '=', blocked.memberId)
    .execute();
  await db
    .updateTable('members')
    .set({ deleted_at: new Date() })
    .where('id', '=', deleted.memberId)
    .execute();
  await asAdmin('POST /admin/letterBounce/add', {
    addresses: `${bounced.email.toUpperCase()},full\nno address`,
  });
  const withoutMail = await logIn(portal);
  expect((await subscribe(withoutMail.token)).body.msg).toBe('还没有绑定邮箱，请先绑定并验证');
  const { body } = await portal.call('GET /admin/letter/audience', { token: admin });
  expect(body.data).toEqual({ members: 1, isExact: true });
  const id = await schedule({ postIds: [await addPost(portal, { title: '社融' })] });
  await work();
  expect(received.map(({ to }) => to)).toEqual([asked.email]);
  expect(await detail(id)).toMatchObject({ state: 'sent', recipients: 1, figures: { sent: 1, pending: 0 } });
});

test('an audience of many is counted up to a limit, from its smaller side', async () => {
  const { db } = portal.ctx;
  const [first] = [await subscriber(), await subscriber(), await subscriber()];
  await subscriber(null);
  await grant({ member_id: first.memberId, scope: 'column', target_id: '88', ends_at: null });
  const count = (audience: 'all' | 'column' | 'vip', audienceKey: string, max: number) =>
    countAudience(db, { subscription: 'letter', audience, audienceKey }, max, new Date());
  expect(await count('all', '', 3)).toEqual({ members: 3, isExact: true });
  expect(await count('all', '', 1)).toEqual({ members: 2, isExact: false });
  expect(await count('column', '88', 1)).toEqual({ members: 1, isExact: true });
  expect(await count('column', '89', 1)).toEqual({ members: 0, isExact: true });
  expect(await count('vip', '', 3)).toEqual({ members: 0, isExact: true });
});

test('a letter has a text beside the HTML, a fixed Message-ID and one-click unsubscribe', async () => {
  const { email, memberId, token } = await subscriber();
  const id = await schedule({
    introduction: '各位读者：\n\n本周 <b>三件事</b>。',
    postIds: [await addPost(portal, { title: '社融 & 信贷', summary: '摘要在此' })],
  });
  await work();
  const { head, text, html } = partsOf(received[0] as ReceivedMail);
  expect(received[0]?.to).toBe(email);
  expect(head).toContain(`Message-ID: <letter-${id}-${memberId}@news.example.cn>`);
  expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(text).toContain('社融 & 信贷');
  expect(html).toContain('本周 &lt;b&gt;三件事&lt;/b&gt;。');
  expect(html).toContain('社融 &amp; 信贷');
  expect(html).not.toMatch(/<img[^>]+src="(?!https:\/\/)/);
  const address = /List-Unsubscribe: <https:\/\/news\.example\.cn\/api(\/unsubscribe\?token=([^>]+))>/.exec(
    head,
  );
  expect(html).toContain(`https://news.example.cn/unsubscribe?token=${address?.[2]}`);
  // Mail programs that do not know one-click open the address: they get the page, and nothing changes yet.
  const opened = await portal.server.inject(`/api${address?.[1]}`);
  expect(opened.statusCode).toBe(302);
  expect(opened.headers.location).toBe(`https://news.example.cn/unsubscribe?token=${address?.[2]}`);
  expect(await detail(id)).toMatchObject({ figures: { unsubscribed: 0 } });
  const answer = await portal.server.inject({
    method: 'POST',
    url: `/api${address?.[1]}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain('邮件报：编辑来信');
  const { body } = await portal.call('GET /member/letterSubscriptions', { token });
  expect(body.data.kinds).toContainEqual({ kind: 'letter', label: '邮件报：编辑来信', isOn: false });
  expect(await detail(id)).toMatchObject({ figures: { unsubscribed: 1 } });
});

test('openings and clicks are counted only while the publisher counts them', async () => {
  const count = async (isOn: boolean) => {
    const { body } = await portal.call('GET /admin/settings/list', { token: admin });
    const { updatedAt: base } = body.data.groups.find(({ name }: { name: string }) => name === 'statistics');
    const values = { baidu: '', umamiScript: '', umamiSite: '', google: '', letters: isOn };
    const saved = await asAdmin('POST /admin/settings/save', { group: 'statistics', base, values });
    expect(saved.body).toMatchObject({ code: 200 });
    await waitFor(async () => expect((await portal.app.settings(portal.ctx)).statistics.letters).toBe(isOn));
  };
  const follow = (address: string) =>
    portal.server.inject({ url: new URL(address).pathname + new URL(address).search });
  const send = async () => {
    received = [];
    const postId = await addPost(portal, { title: '社融' });
    const id = await schedule({ postIds: [postId] });
    await work();
    const { html, text } = partsOf(received[0] as ReceivedMail);
    return { id, postId, html: html.replaceAll('&amp;', '&'), text };
  };
  await subscriber();
  const plain = await send();
  expect(plain.html).not.toMatch(/\/letter\/(opened|clicked)/);

  await count(true);
  const { id, postId, html, text } = await send();
  expect(text).not.toContain('/letter/');
  const [opened = ''] = /https:[^"]*\/letter\/opened[^"]*/.exec(html) ?? [];
  const [clicked = ''] = /https:[^"]*\/letter\/clicked[^"]*/.exec(html) ?? [];
  expect(await detail(id)).toMatchObject({ isCounted: true, figures: { opened: 0, clicked: 0 } });
  const picture = await follow(opened);
  expect(picture.headers['content-type']).toBe('image/gif');
  await follow(opened);
  expect(await detail(id)).toMatchObject({ figures: { opened: 1, clicked: 0 } });
  const { statusCode, headers } = await follow(clicked);
  expect([statusCode, headers.location]).toEqual([302, `https://news.example.cn/rined/detail?id=${postId}`]);
  expect(await detail(id)).toMatchObject({ figures: { opened: 1, clicked: 1 } });

  // A link of a letter never leads to another site, and an unknown key counts nothing.
  for (const to of ['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)', ''])
    expect((await follow(clicked.replace(/to=.*/, `to=${encodeURIComponent(to)}`))).statusCode).toBe(404);
  const stranger = clicked.replace(/key=[^&]*/, 'key=00000000000040008000000000000000');
  expect((await follow(stranger)).statusCode).toBe(302);
  expect((await follow(opened.replace(/key=.*/, "key=' or true"))).statusCode).toBe(200);

  // Letters that were sent before still lead to their posts when the count ends, and count nothing.
  await count(false);
  await portal.ctx.db.updateTable('letter_recipients').set({ opened_at: null, clicked_at: null }).execute();
  expect((await follow(clicked)).statusCode).toBe(302);
  await follow(opened);
  expect(await detail(id)).toMatchObject({ isCounted: false, figures: { opened: 0, clicked: 0 } });
});

test('each recipient gets of a post what they may read when it is sent', async () => {
  const locked = '只有付费的人能读的一句';
  const postId = await addPost(portal, {
    title: '深度',
    access: 'vip',
    body: `<p>开放的一句。</p><!--paywall--><p>${locked}。</p>`,
  });
  const [plain, vip, lapsed, buyer] = [
    await subscriber(),
    await subscriber('letter', { vipDays: 30 }),
    await subscriber('letter', { vipDays: 30 }),
    await subscriber(),
  ];
  await grant({ member_id: buyer.memberId, scope: 'post', target_id: postId, ends_at: null });
  await schedule({ subject: '深度', postIds: [postId], isWhole: true });
  await portal.ctx.db
    .updateTable('grants')
    .set({ ends_at: new Date() })
    .where('member_id', '=', lapsed.memberId)
    .execute();
  await work();
  const has = (email: string) => {
    const { text, html } = partsOf(received.find(({ to }) => to === email) as ReceivedMail);
    expect(text).toContain('开放的一句');
    expect(html).toContain('开放的一句');
    expect(html.includes(locked)).toBe(text.includes(locked));
    return html.includes(locked);
  };
  expect([plain, vip, lapsed, buyer].map(({ email }) => has(email))).toEqual([false, true, false, true]);
  const preview = async (reader: string) =>
    (await portal.call('GET /admin/letter/preview', { token: admin, query: { id: await lastId(), reader } }))
      .body.data.html;
  expect(await preview('visitor')).not.toContain(locked);
  expect(await preview('member')).not.toContain(locked);
  expect(await preview('vip')).toContain(locked);
});
const lastId = async () =>
  (await portal.call('GET /admin/letter/list', { token: admin })).body.data.records[0].id as string;

test('a letter of several posts carries summaries only, and nothing of a post withdrawn meanwhile', async () => {
  await subscriber('letter', { vipDays: 30 });
  const kept = await addPost(portal, { title: '留下的', body: '<p>正文里的一句</p>' });
  const gone = await addPost(portal, { title: '撤回的' });
  await schedule({ postIds: [kept, gone] });
  await withdrawPost(portal.ctx, gone);
  await work();
  const { html } = partsOf(received[0] as ReceivedMail);
  expect(html).toContain('留下的');
  expect(html).not.toContain('撤回的');
});

test('segments are VIP members, subscribers of a column and members with a tag, of those who asked', async () => {
  const vip = await subscriber('letter', { vipDays: 30 });
  await subscriber(null, { vipDays: 30 });
  const tagged = await subscriber();
  await portal.ctx.db.insertInto('member_tags').values({ member_id: tagged.memberId, tag: '机构' }).execute();
  const reader = await subscriber();
  await grant({
    member_id: reader.memberId,
    scope: 'column',
    target_id: '2',
    ends_at: new Date(Date.now() + dayMs),
  });
  const sentTo = async (audience: object) => {
    received = [];
    await schedule({ introduction: '信', ...audience });
    await work();
    return received.map(({ to }) => to);
  };
  expect(await sentTo({ audience: 'vip' })).toEqual([vip.email]);
  expect(await sentTo({ audience: 'tag', audienceKey: '机构' })).toEqual([tagged.email]);
  expect(await sentTo({ audience: 'column', audienceKey: '2' })).toEqual([reader.email]);
});

test('a draft is saved whatever it lacks; scheduling names what is missing', async () => {
  const refusal = async (content: object) => {
    const { status, body } = await asAdmin('POST /admin/letter/schedule', await draft(content));
    return `${status} ${body.msg}`;
  };
  const postIds = [await addPost(portal), await addPost(portal)];
  const unpublished = await addPost(portal, { state: 'draft', publishedAt: null });
  expect(await refusal({ subject: '', postIds })).toBe('400 请填写主题');
  expect(await refusal({})).toBe('400 请至少选一篇文章，或写几句开头的话');
  expect(await refusal({ postIds, isWhole: true })).toBe('400 带全文的邮件报只能选一篇文章');
  expect(await refusal({ postIds: [unpublished] })).toBe('400 有的文章没有发布或已经撤回，请先移除');
  expect(await refusal({ postIds, audience: 'column' })).toBe('400 请选择收件人所订阅的栏目');
  expect(await refusal({ postIds, audience: 'tag' })).toBe('400 请填写收件人的会员标签');
  const stale = await draft({ postIds });
  expect((await asAdmin('POST /admin/letter/schedule', { ...stale, base: 1 })).status).toBe(409);
  expect((await asAdmin('POST /admin/letter/save', { ...stale, base: 1, content: {} })).status).toBe(409);
  const past = { ...stale, at: '2020-01-01T00:00:00+08:00' };
  expect((await asAdmin('POST /admin/letter/schedule', past)).body.msg).toBe('发送时间应晚于现在');
  expect((await asAdmin('POST /admin/letter/delete', { id: stale.id })).status).toBe(200);
  const { token } = await logIn(portal);
  expect((await portal.call('GET /admin/letter/list', { token })).status).toBe(403);
});

test('a scheduled letter waits, can be taken back, and a stopped one continues with the others', async () => {
  const people = [await subscriber(), await subscriber(), await subscriber()];
  const letter = await draft({ introduction: '信' });
  const at = new Date(Date.now() + dayMs).toISOString();
  await asAdmin('POST /admin/letter/schedule', { ...letter, at });
  await work();
  expect(received).toEqual([]);
  expect((await asAdmin('POST /admin/letter/cancel', { id: letter.id })).status).toBe(200);
  await asAdmin('POST /admin/letter/schedule', letter);
  smtp.onMail = (mail) => received.push(mail);
  // Staff stop it while the first message is with the server.
  smtp.behaviour.onMessage = () => {
    void asAdmin('POST /admin/letter/stop', { id: letter.id });
    return undefined;
  };
  await work();
  while ((await detail(letter.id)).state === 'sending') await work();
  const before = received.length;
  expect(await detail(letter.id)).toMatchObject({ figures: { sent: before, pending: 3 - before } });
  expect(await detail(letter.id)).toMatchObject({ state: before < 3 ? 'stopped' : expect.any(String) });
  smtp.behaviour = {};
  await asAdmin('POST /admin/letter/resume', { id: letter.id });
  shiftMs = 180_000;
  await work();
  expect(received.map(({ to }) => to).sort()).toEqual(people.map(({ email }) => email).sort());
  expect(await detail(letter.id)).toMatchObject({ state: 'sent', figures: { sent: 3 } });
});

test('a letter that fails does not hold up the next one, and stops after 48 hours', async () => {
  await subscriber('letter', { vipDays: 30 });
  const post = await addPost(portal, { title: '深度', access: 'vip' });
  const failing = await schedule({ postIds: [post], isWhole: true });
  const next = await schedule({ introduction: '信' });
  const broken = {
    ...portal.app.letters,
    watermarkCopy: () => Promise.reject(new Error('broken')),
  };
  const { signal } = new AbortController();
  await expect(sendLetters(shifted(), broken, signal)).rejects.toThrow('broken');
  expect(await detail(next)).toMatchObject({ state: 'sent', figures: { sent: 1 } });
  expect(await detail(failing)).toMatchObject({ state: 'sending', figures: { sent: 0 } });
  shiftMs = 2 * dayMs + 180_000;
  await expect(sendLetters(shifted(), broken, signal)).rejects.toThrow('broken');
  expect(await detail(failing)).toMatchObject({ state: 'stopped', figures: { pending: 1 } });
  // Other tests have added staff.
  const notices = await noticesOf(failing);
  expect(notices[0]?.body).toContain('48 小时');
  expect(new Set(notices.map(({ member_id }) => member_id)).size).toBe(notices.length);
  // Continued, it has 48 hours again.
  await resumeLetter(shifted(), failing);
  shiftMs += 180_000;
  await expect(sendLetters(shifted(), broken, signal)).rejects.toThrow('broken');
  expect(await detail(failing)).toMatchObject({ state: 'sending', figures: { pending: 1 } });
  shiftMs += 180_000;
  await work();
  expect(await detail(failing)).toMatchObject({ state: 'sent', figures: { sent: 1, pending: 0 } });
});

test('a mailbox that does not exist is taken out at once, one that refuses messages after three letters', async () => {
  const gone = await subscriber();
  const unwilling = await subscriber();
  const well = [await subscriber(), await subscriber(), await subscriber(), await subscriber()];
  smtp.behaviour = {
    onRecipient: (to) => (to === gone.email ? '550 5.1.1 no such user' : undefined),
    onMessage: (to) => (to === unwilling.email ? '554 5.7.1 message refused' : undefined),
  };
  const bounces = async () =>
    (await portal.call('GET /admin/letterBounce/list', { token: admin })).body.data.records.map(
      ({ address }: { address: string }) => address,
    );
  const id = await schedule({ introduction: '信' });
  await work();
  expect(await detail(id)).toMatchObject({ state: 'sent', figures: { failed: 2, sent: 4 } });
  expect(await bounces()).toEqual([gone.email]);
  const { body } = await portal.call('GET /member/letterSubscriptions', { token: gone.token });
  expect(body.data.reason).toBe('发到这个邮箱的邮件被退回，请更换邮箱');
  for (let round = 0; round < 2; round += 1) {
    await schedule({ introduction: '信' });
    await work();
  }
  expect((await bounces()).sort()).toEqual([gone.email, unwilling.email].sort());
  const last = await schedule({ introduction: '信' });
  await work();
  expect(await detail(last)).toMatchObject({ state: 'sent', recipients: 4, figures: { sent: 4 } });

  // A code that arrives proves that the mailbox takes mail again.
  smtp.behaviour = {};
  received = [];
  await portal.call('POST /member/sendMailCode', { token: gone.token, body: { email: gone.email } });
  const [mail] = received;
  const value = /\d{6}/.exec(Buffer.from(mail?.data.split('\n\n')[1] ?? '', 'base64').toString())?.[0];
  const changed = await portal.call('POST /member/changeEmail', {
    token: gone.token,
    body: { email: gone.email, value },
  });
  expect(changed.status, changed.text).toBe(200);
  expect(await bounces()).toEqual([unwilling.email]);
  const again = await portal.call('GET /member/letterSubscriptions', { token: gone.token });
  expect(again.body.data.reason).toBeNull();

  // What a fault of the sender marked is unmarked as a whole.
  const deleteMany = async (since: Date, reason: string) =>
    (await asAdmin('POST /admin/letterBounce/deleteMany', { since: since.toISOString(), reason })).body.data;
  expect(await deleteMany(new Date(Date.now() + dayMs), '')).toEqual({ deleted: 0 });
  expect(await deleteMany(new Date(Date.now() - dayMs), 'another fault')).toEqual({ deleted: 0 });
  expect(await deleteMany(new Date(Date.now() - dayMs), 'Message REFUSED')).toEqual({ deleted: 1 });
  expect(await bounces()).toEqual([]);
  expect(well.map(({ email }) => smtp.count(email))).toEqual([4, 4, 4, 4]);
});

test.each<[name: string, behaviour: SmtpBehaviour, recipients?: number]>([
  ['553 to every recipient', { onRecipient: () => '553 Local user only,163 smtp5' }],
  ['550 to every recipient', { onRecipient: () => '550 Ip frequency limited' }],
  ['5.1.1 to every recipient', { onRecipient: () => '550 5.1.1 User unknown in local recipient table' }],
  ['550 to every message', { onMessage: () => '550 The "From" header is missing or invalid' }],
  ['553 to the sender', { onSender: () => '553 Mail from must equal authorized user' }],
  ['553 to the only two recipients', { onRecipient: () => '553 Local user only,163 smtp5' }, 2],
])(
  'a refusal that meets everyone stops the letter, marks nobody and is announced once: %s',
  async (...given) => {
    const [, behaviour, count = 6] = given;
    const writer = await lettersStaff();
    const stranger = await logIn(portal, { role: 'operator' });
    const people = [];
    for (let one = 0; one < count; one += 1) people.push(await subscriber());
    smtp.behaviour = behaviour;
    const id = await schedule({ introduction: '信' });
    await work();
    const reply = Object.values(behaviour)[0]?.('');
    const stopped = await detail(id);
    expect(stopped).toMatchObject({ state: 'stopped', figures: { pending: count, failed: 0, sent: 0 } });
    expect(stopped.fault).toContain(reply);
    expect(stopped.fault).toContain('没有人被记为退信');
    await work();
    const notices = await noticesOf(id);
    expect(notices.every(({ body }) => body === stopped.fault)).toBe(true);
    const notified = notices.map(({ member_id }) => member_id);
    expect(notified).toContain(writer.memberId);
    expect(notified).not.toContain(stranger.memberId);
    expect(new Set(notified).size).toBe(notified.length);
    // A later letter finds the same, and marks nobody either.
    const later = await schedule({ introduction: '又一封' });
    await work();
    expect(await detail(later)).toMatchObject({ state: 'stopped', figures: { pending: count } });
    expect(await portal.ctx.db.selectFrom('letter_bounces').selectAll().execute()).toEqual([]);
    smtp.behaviour = {};
    for (const one of [id, later]) await asAdmin('POST /admin/letter/resume', { id: one });
    shiftMs = 180_000;
    await work();
    for (const one of [id, later])
      expect(await detail(one)).toMatchObject({
        state: 'sent',
        fault: '',
        figures: { sent: count, failed: 0 },
      });
    expect(people.map(({ email }) => smtp.count(email))).toEqual(people.map(() => 2));
    expect(await noticesOf(id)).toHaveLength(notices.length);
  },
);

test('a server that refuses from the middle on stops the letter with those it refused, and none of them is marked', async () => {
  for (let one = 0; one < 30; one += 1) await subscriber();
  let accepted = 0;
  smtp.behaviour.onRecipient = () => {
    accepted += 1;
    return accepted > 12 ? '550 rejected' : undefined;
  };
  const id = await schedule({ introduction: '信' });
  await work();
  expect(await detail(id)).toMatchObject({ state: 'stopped', figures: { sent: 12, pending: 18, failed: 0 } });
  expect(await portal.ctx.db.selectFrom('letter_bounces').selectAll().execute()).toEqual([]);
  smtp.behaviour = {};
  await asAdmin('POST /admin/letter/resume', { id });
  shiftMs = 180_000;
  await work();
  expect(await detail(id)).toMatchObject({ state: 'sent', figures: { sent: 30 } });
  expect(new Set(received.map(({ to }) => to)).size).toBe(received.length);
});

test('a temporary refusal of one mailbox delays it alone, one of everyone delays all and is not counted', async () => {
  const people = [];
  for (let one = 0; one < 5; one += 1) people.push(await subscriber());
  const full = people[0]?.email;
  smtp.behaviour.onRecipient = (to) =>
    to === full ? '452 4.2.2 Mailbox full, exceeded its size limit' : undefined;
  const id = await schedule({ introduction: '信' });
  await work();
  expect(await detail(id)).toMatchObject({
    state: 'sending',
    heldUntil: null,
    figures: { sent: 4, pending: 1 },
  });
  smtp.behaviour.onRecipient = () => '450 try later';
  const other = await schedule({ introduction: '又一封' });
  await work();
  expect(await detail(other)).toMatchObject({ state: 'sending', heldUntil: expect.any(String) });
  const deferrals = await portal.ctx.db
    .selectFrom('letter_recipients')
    .select('deferrals')
    .where('letter_id', '=', other)
    .execute();
  expect(deferrals.every((row) => row.deferrals === 0)).toBe(true);
});

test('a mailing of 5,000 through a server that refuses the sender marks nobody, and is delivered once after the correction', {
  tags: ['deep'],
  timeout: 600_000,
}, async () => {
  const { db } = portal.ctx;
  await sql`
    with added as (
      insert into members (mobile, email, name)
      select 'none:mailing-' || n, 'mailing-' || n || '@example.cn', '读者' from generate_series(1, 5000) n returning id
    )
    insert into notice_channels (member_id, kind, channel) select id, 'letter', 'mail' from added`.execute(
    db,
  );
  const id = await schedule({ introduction: '信' });
  const bounced = async () => (await db.selectFrom('letter_bounces').select('id').execute()).length;
  for (const behaviour of [
    { onSender: () => '553 Mail from must equal authorized user' },
    { onRecipient: () => '550 Ip frequency limited' },
  ]) {
    smtp.behaviour = behaviour;
    shiftMs += 180_000;
    await work();
    expect(await detail(id)).toMatchObject({ state: 'stopped', figures: { pending: 5000, failed: 0 } });
    expect(await bounced()).toBe(0);
    await asAdmin('POST /admin/letter/resume', { id });
  }
  smtp.behaviour = {};
  while ((await detail(id)).state === 'sending') {
    shiftMs += 60_000;
    await work();
  }
  expect(await detail(id)).toMatchObject({ state: 'sent', figures: { sent: 5000, failed: 0, pending: 0 } });
  const mailboxes = new Set(received.map(({ to }) => to)).size;
  expect({ marked: await bounced(), mailboxes, doubled: received.length - mailboxes }).toEqual({
    marked: 0,
    mailboxes: 5000,
    doubled: 0,
  });
});

test('letters that are sent at the same time share the messages of each minute', async () => {
  for (let one = 0; one < 4; one += 1) await subscriber();
  const long = await schedule({ introduction: '长的一封' });
  const short = await schedule({ introduction: '短的一封' });
  const minute = new Date(Math.floor((Date.now() + 3_600_000) / 60_000) * 60_000 + 1000);
  await portal.ctx.db
    .updateTable('letter_pace')
    .set({ minute: new Date(minute.getTime() - 1000), claimed: 0 })
    .execute();
  const settings = async (ctx: Context) => ({
    ...(await portal.app.settings(ctx)),
    mailPace: { perMinute: 4, connections: 1 },
  });
  await sendLetters(
    { ...portal.ctx, now: () => minute },
    { ...portal.app.letters, settings },
    new AbortController().signal,
  );
  for (const id of [long, short])
    expect(await detail(id)).toMatchObject({ figures: { sent: 2, pending: 2 } });
});

test('a temporary refusal is repeated with back-off five times at most', async () => {
  const { email } = await subscriber();
  let tries = 0;
  smtp.behaviour.onRecipient = () => {
    tries += 1;
    return '451 4.2.2 mailbox full';
  };
  const id = await schedule({ introduction: '信' });
  for (let round = 0; round < 8; round += 1) {
    await work();
    shiftMs += 400 * 60_000;
  }
  expect(tries).toBe(5);
  expect(await detail(id)).toMatchObject({ state: 'sent', figures: { failed: 1 } });
  const failed = await portal.call('GET /admin/letter/recipients', { token: admin, query: { id } });
  expect(failed.body.data.records).toMatchObject([{ fault: '451 4.2.2 mailbox full' }]);
  expect(smtp.count(email)).toBe(0);
});

test.each([
  ['421 at the greeting', { greeting: () => '421 4.3.2 too busy' }],
  ['450 too many', { onRecipient: () => '450 4.7.1 too many messages' }],
  ['421 after the message', { onMessage: () => '421 4.7.0 closing' }],
])('a server that is too busy holds the whole letter back: %s', async (_, behaviour) => {
  for (let one = 0; one < 5; one += 1) await subscriber();
  smtp.behaviour = behaviour;
  const before = smtp.totals().connections;
  const id = await schedule({ introduction: '信' });
  await work();
  await work();
  // Each of the two connections tried at most once.
  expect(smtp.totals().connections - before).toBeLessThanOrEqual(2);
  expect(await detail(id)).toMatchObject({ state: 'sending', heldUntil: expect.any(String) });
  smtp.behaviour = {};
  for (let round = 0; round < 4; round += 1) {
    shiftMs += 30 * 60_000;
    await work();
  }
  expect(received).toHaveLength(5);
  expect(await detail(id)).toMatchObject({ state: 'sent', figures: { sent: 5 } });
});

test('a letter of a minute is at most what the rate allows', async () => {
  const people = [];
  for (let one = 0; one < 5; one += 1) people.push(await subscriber());
  const minute = new Date(Math.floor((Date.now() + 3_600_000) / 60_000) * 60_000 + 1000);
  const ctx: Context = { ...portal.ctx, now: () => minute };
  await portal.ctx.db
    .updateTable('letter_pace')
    .set({ minute: new Date(Math.floor(minute.getTime() / 60_000) * 60_000), claimed: 5998 })
    .execute();
  await schedule({ introduction: '信' });
  await work(ctx);
  expect(received).toHaveLength(2);
  await work({ ...ctx, now: () => new Date(minute.getTime() + 60_000) });
  expect(received).toHaveLength(5);
});

test('digests carry what is new in their columns, and are skipped if nothing is', async () => {
  const { email } = await subscriber('daily');
  await asAdmin('POST /admin/letterDigest/create', {
    name: '早报',
    period: 'daily',
    hour: 8,
    columnIds: ['2'],
  });
  const later = (days: number): Context => ({
    ...portal.ctx,
    now: () => new Date(Date.now() + days * dayMs),
  });
  await makeDigests(later(2));
  expect((await portal.call('GET /admin/letter/list', { token: admin })).body.data.records).toEqual([]);
  const title = '昨夜的新文章';
  await addPost(portal, { title, publishedAt: new Date(Date.now() + 2.5 * dayMs) });
  await addPost(portal, {
    title: '别的栏目',
    columnId: '1',
    publishedAt: new Date(Date.now() + 2.5 * dayMs),
  } as never);
  await Promise.all([makeDigests(later(3.2)), makeDigests(later(3.2))]);
  shiftMs = 3.2 * dayMs;
  await work();
  expect(received.map(({ to }) => to)).toEqual([email]);
  const { text } = partsOf(received[0] as ReceivedMail);
  expect(text).toContain(title);
  expect(text).not.toContain('别的栏目');
});

test('the next digest is at its hour of its day, in Shanghai time', () => {
  const at = (digest: object, after: string) =>
    nextDigestAt({ weekday: 1, hour: 8, ...digest } as never, new Date(after)).toISOString();
  expect(at({ period: 'daily' }, '2026-11-26T07:59:59+08:00')).toBe('2026-11-26T00:00:00.000Z');
  expect(at({ period: 'daily' }, '2026-11-26T08:00:00+08:00')).toBe('2026-11-27T00:00:00.000Z');
  expect(at({ period: 'weekly', weekday: 1 }, '2026-11-26T08:00:00+08:00')).toBe('2026-11-30T00:00:00.000Z');
  expect(at({ period: 'weekly', weekday: 7, hour: 23 }, '2026-11-26T08:00:00+08:00')).toBe(
    '2026-11-29T15:00:00.000Z',
  );
});

test('a test letter goes to the address of the staff member alone', async () => {
  await subscriber();
  const { token, email } = await subscriber(null, { role: 'admin' });
  const { id } = await draft({ introduction: '信' });
  const { body } = await portal.call('POST /admin/letter/test', { token, body: { id } });
  expect(body.data).toEqual({ address: email });
  expect(received.map(({ to }) => to)).toEqual([email]);
  expect((await asAdmin('POST /admin/letter/test', { id })).body.msg).toContain('请先在个人中心绑定并验证');
});

test('staff who may not view content see of a letter no locked text and no title of a draft', async () => {
  const body = '<p>开放的一句。</p><!--paywall--><p>锁住的一句。</p>';
  const postId = await addPost(portal, { access: 'vip', body });
  const hidden = await addPost(portal, { title: '还没公开的题目', state: 'draft', publishedAt: null });
  const sender = await lettersStaff();
  const { id } = await draft({ postIds: [postId], isWhole: true });
  const preview = async (token: string) =>
    (await portal.call('GET /admin/letter/preview', { token, query: { id, reader: 'vip' } })).text;
  expect(await preview(sender.token)).toContain('开放的一句');
  expect(await preview(sender.token)).not.toContain('锁住的一句');
  expect(await preview(admin)).toContain('锁住的一句');
  await portal.call('POST /admin/letter/test', { token: sender.token, body: { id, reader: 'vip' } });
  const [mail] = received;
  expect(mail && Object.values(partsOf(mail)).join()).not.toContain('锁住的一句');
  // Who bought the post may read it in a preview too.
  await grant({ member_id: sender.memberId, scope: 'post', target_id: postId, ends_at: null });
  expect(await preview(sender.token)).toContain('锁住的一句');

  const other = await draft({ postIds: [hidden] });
  const titles = async (token: string) =>
    (await portal.call('GET /admin/letter/detail', { token, query: { id: other.id } })).body.data.list.map(
      ({ title }: { title: string }) => title,
    );
  expect(await titles(sender.token)).toEqual([`没有发布的内容 ${hidden}`]);
  expect(await titles(admin)).toEqual(['还没公开的题目']);
});

test('a deleted account leaves no subscription, recipient or bounced address', async () => {
  const { memberId, email } = await subscriber();
  smtp.behaviour.onRecipient = () => '550 5.1.1 no such user';
  await schedule({ introduction: '信' });
  await work();
  const { ctx } = portal;
  const part = portal.app.identity.personalData.find(({ name }) => name === 'letters');
  const rows = [];
  for await (const row of (await part?.read(ctx, memberId)) ?? []) rows.push(row);
  expect(rows).toMatchObject([{ subject: '本周要闻', state: 'failed' }]);
  await ctx.db.transaction().execute((trx) => ctx.events.emit(ctx, trx, 'member.deleted', { memberId }));
  for (const table of ['letter_recipients', 'notice_channels'] as const)
    expect(await ctx.db.selectFrom(table).selectAll().where('member_id', '=', memberId).execute()).toEqual(
      [],
    );
  expect(
    await ctx.db.selectFrom('letter_bounces').selectAll().where('address', '=', email).execute(),
  ).toEqual([]);
});
