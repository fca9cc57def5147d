import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withdrawPost } from '#features/posts/index.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { describeApi } from '#kernel/http/openapi.ts';
import { dayMs, hourMs } from '#shared/dates.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn, receiveCode, relaxedCodeLimits } from '#testing/posts-and-members.ts';
import { addPlan, asMember, orderFor, payOrderOf, refundAll } from '#testing/sales.ts';
import { type StandInServer, startStandInServer } from '#testing/stand-in-server.ts';
import { deliverWebhooks, tidyDeliveries } from './deliver.ts';
import { queueMessages } from './queries.ts';
import { type WebhookEvent, webhookEvents } from './schema.ts';

let portal: Portal;
let endpoint: StandInServer;
let admin: { token: string; memberId: string };
beforeAll(async () => {
  portal = await openPortal({
    FEED_NETWORKS: '127.0.0.1',
    SITE_URL: 'https://news.example.cn',
    COMMENT_MODERATION: 'post',
    ...relaxedCodeLimits,
  });
  endpoint = await startStandInServer();
  admin = await logIn(portal, { role: 'admin' });
});
afterAll(async () => {
  await endpoint.close();
  await portal.close();
});
beforeEach(async () => {
  await portal.ctx.db.deleteFrom('webhooks').execute();
  await portal.ctx.db.deleteFrom('rate_limits').execute();
  endpoint.answer(() => ({ body: 'ok' }));
  endpoint.requests.length = 0;
});

const send = async (path: string, body: object, token = admin.token) =>
  (await portal.call(`POST /admin/webhook/${path}`, { body, token })).body;
const allEvents = Object.keys(webhookEvents) as WebhookEvent[];
const create = async (changes: object = {}) => {
  const input = { name: '群机器人', url: `${endpoint.origin}/hook`, events: allEvents, ...changes };
  return (await send('create', input)).data as { id: string; secret: string };
};
const find = async (id: string) => {
  const { body } = await portal.call('GET /admin/webhook/list', { token: admin.token });
  return body.data.webhooks.find((row: { id: string }) => row.id === id);
};
const log = async (webhookId: string, query: Record<string, string> = {}) =>
  (
    await portal.call('GET /admin/webhook/deliveries', {
      query: { webhookId, ...query },
      token: admin.token,
    })
  ).body.data.records;
/** Delivers as the worker does, at a later time. */
const deliver = (afterMs = 0, timeoutMs = 2000) => {
  const ctx: Context = { ...portal.ctx, now: () => new Date(portal.ctx.now().getTime() + afterMs) };
  const mayConnect = (address: string) => address === '127.0.0.1';
  return deliverWebhooks(ctx, { fetching: { mayConnect, timeoutMs } });
};
const received = () => endpoint.requests.map(({ body }) => JSON.parse(body));

describe('a webhook', () => {
  test('is signed by the Standard Webhooks convention', async () => {
    const { secret } = await create();
    await addPost(portal);
    await deliver();
    const [{ headers, body, method } = {} as never] = endpoint.requests;
    expect(method).toBe('POST');
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    expect(key).toHaveLength(32);
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    );
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
    expect(headers['content-type']).toBe('application/json');
  });

  test('gets each event with ids and public fields only', async () => {
    await create();
    const id = await addPost(portal, {
      title: '锁住的稿件',
      access: 'paid',
      price: 500,
      body: '<p>人人可读的开头。</p><!--paywall--><p>只有买家读的话。</p>',
    });
    const free = await addPost(portal, { title: '公开的稿件' });
    const reader = await logIn(portal);
    await portal.ctx.db
      .updateTable('members')
      .set({ name: '听潮客' })
      .where('id', '=', reader.memberId)
      .execute();
    const commented = await portal.call('POST /member/addComment', {
      body: { postId: free, body: '五台机器' },
      token: reader.token,
    });
    expect(commented.status, commented.text).toBe(200);
    const buyer = asMember(portal.ctx, reader.memberId);
    const order = await orderFor(buyer, { thing: `plan:${await addPlan(portal)}` });
    await payOrderOf(portal.ctx, order);
    await refundAll(asMember(portal.ctx, admin.memberId), order);
    const phone = '13700000001';
    const registered = await portal.call('POST /blade-auth/oauth/token', {
      body: {
        grant_type: 'register',
        phone,
        value: await receiveCode(portal, { phone, purpose: 'register' }),
        password: '一个长密码 long',
      },
    });
    expect(registered.body.user_id, registered.text).toBeDefined();
    await withdrawPost(portal.ctx, free);
    await deliver();
    const messages = received();
    expect(messages.map(({ type }) => type).toSorted()).toEqual([...allEvents, 'post.published'].toSorted());
    for (const { type, data, timestamp } of messages) {
      expect(webhookEvents[type as WebhookEvent].data.strict().safeParse(data).error, type).toBeUndefined();
      expect(timestamp).toMatch(/\+08:00$/);
    }
    const dataOf = (type: string, postId?: string) =>
      messages.find((one) => one.type === type && (!postId || one.data.id === postId)).data;
    expect(dataOf('post.published', id)).toMatchObject({
      title: '锁住的稿件',
      access: 'paid',
      url: `https://news.example.cn/rined/detail?id=${id}`,
    });
    expect(dataOf('post.withdrawn')).toMatchObject({ id: free, title: '公开的稿件' });
    expect(dataOf('comment.posted')).toMatchObject({
      memberName: '听潮客',
      excerpt: '五台机器',
      post: { id: free },
    });
    expect(dataOf('order.paid')).toMatchObject({ id: order, amount: 3000, memberId: reader.memberId });
    expect(dataOf('order.refunded')).toMatchObject({ id: order, refunded: 3000, isWhole: true });
    expect(dataOf('member.registered')).toMatchObject({ id: registered.body.user_id, fromPostId: null });
    const sent = JSON.stringify(messages);
    for (const secret of ['只有买家读的话', phone, '139000']) expect(sent).not.toContain(secret);
  });

  test('gets only the events it chose, and nothing of an event that was rolled back', async () => {
    const { id } = await create({ events: ['post.withdrawn'] });
    const post = await addPost(portal);
    const failed = inTransaction(portal.ctx, async (trx) => {
      await portal.ctx.events.emit(portal.ctx, trx, 'posts.withdrawn', {
        posts: [{ id: post, kind: 'article', columnId: '2', authorId: '1', title: '没有发生' }],
      });
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect(await log(id)).toEqual([]);
    await withdrawPost(portal.ctx, post);
    expect((await log(id)).map(({ event }: { event: string }) => event)).toEqual(['post.withdrawn']);
  });

  test('does not get posts of an import that are older than a day', async () => {
    const { id } = await create();
    await addPost(portal, { publishedAt: new Date(Date.now() - 2 * dayMs) });
    expect(await log(id)).toEqual([]);
  });

  test('shows each delivery with the answer, shortened', async () => {
    const { id } = await create({ events: ['post.published'] });
    endpoint.answer(() => ({ body: `谢谢\u0000${'x'.repeat(5000)}` }));
    const postId = await addPost(portal);
    expect(await log(id)).toMatchObject([{ state: 'waiting', attempts: 0, status: null }]);
    await deliver();
    const [entry] = await log(id);
    expect(entry).toMatchObject({ state: 'delivered', status: 200, attempts: 1, error: '', dueAt: null });
    expect(entry.answer).toMatch(/^谢谢x+$/);
    expect(entry.answer.length).toBeLessThanOrEqual(1000);
    expect(JSON.parse(entry.body).data.id).toBe(postId);
    expect(entry.messageId).toBe(endpoint.requests[0]?.headers['webhook-id']);
    expect(await log(id, { state: 'failed' })).toEqual([]);
  });
});

describe('an endpoint that fails', () => {
  test('is tried again after growing intervals, and gets the rest once it answers', async () => {
    const { id } = await create({ events: ['post.published'] });
    endpoint.answer(() => ({ status: 500, body: '坏了' }));
    await addPost(portal);
    await deliver();
    await addPost(portal);
    await deliver();
    expect(endpoint.requests).toHaveLength(1);
    expect(await log(id)).toMatchObject([
      { state: 'waiting', attempts: 0 },
      {
        state: 'waiting',
        attempts: 1,
        status: 500,
        answer: '坏了',
        error: '对方回答了 500，应为 200 到 299',
      },
    ]);
    expect((await find(id)).failingSince).not.toBeNull();
    await deliver(20_000);
    expect(endpoint.requests).toHaveLength(1);
    endpoint.answer(() => ({}));
    await deliver(40_000);
    expect(endpoint.requests).toHaveLength(3);
    expect((await log(id)).map(({ state }: { state: string }) => state)).toEqual(['delivered', 'delivered']);
    expect(await find(id)).toMatchObject({ failingSince: null });
  });

  test.each([408, 425, 429])(
    'by answering %i asks to wait, and gets no message meanwhile',
    async (status) => {
      const { id } = await create({ events: ['post.published'] });
      endpoint.answer(() => ({ status }));
      await addPost(portal);
      await deliver();
      await addPost(portal);
      await deliver(20_000);
      expect(endpoint.requests).toHaveLength(1);
      endpoint.answer(() => ({}));
      await deliver(40_000);
      expect(endpoint.requests).toHaveLength(3);
      expect(await log(id, { state: 'delivered' })).toHaveLength(2);
    },
  );

  test('by hanging is given up, and does not hold up the others', async () => {
    const { id } = await create({ events: ['post.published'], url: `${endpoint.origin}/hang` });
    const { id: other } = await create({ events: ['post.published'] });
    endpoint.answer(({ url }) => (url === '/hang' ? null : {}));
    for (let posts = 0; posts < 20; posts += 1) await addPost(portal);
    await deliver(0, 200);
    const hanging = endpoint.requests.filter(({ url }) => url === '/hang');
    expect(hanging.length).toBeLessThanOrEqual(2);
    expect(await log(other, { state: 'delivered', size: '100' })).toHaveLength(20);
    const tried = (await log(id, { size: '100' })).filter(
      ({ attempts }: { attempts: number }) => attempts > 0,
    );
    expect(tried[0]).toMatchObject({ state: 'waiting', status: null, error: '对方 10 秒内没有答完，已中断' });
    // Concurrent failures count once: the next attempt is half a minute away.
    endpoint.answer(() => ({}));
    await deliver(40_000);
    expect(await log(id, { state: 'delivered', size: '100' })).toHaveLength(20);
  });

  test('by refusing one message gets the others, and that one again after growing intervals', async () => {
    const { id } = await create({ events: ['post.published'] });
    const refused = await addPost(portal);
    endpoint.answer(({ body }) => (JSON.parse(body).data.id === refused ? { status: 422 } : {}));
    for (let posts = 0; posts < 10; posts += 1) await addPost(portal);
    await deliver();
    expect(endpoint.requests).toHaveLength(11);
    expect(await log(id, { state: 'delivered' })).toHaveLength(10);
    await deliver(20_000);
    expect(endpoint.requests).toHaveLength(11);
    await deliver(40_000);
    await deliver(80_000);
    expect(endpoint.requests).toHaveLength(12);
    await deliver(120_000);
    expect(endpoint.requests).toHaveLength(13);
    await addPost(portal);
    await deliver(121_000);
    expect(endpoint.requests).toHaveLength(14);
  });

  test('by answering slowly does not hold up the others', async () => {
    await create({ events: ['post.published'], url: `${endpoint.origin}/slow` });
    const { id: other } = await create({ events: ['post.published'] });
    const held = Promise.withResolvers<null>();
    endpoint.answer(({ url }) => (url === '/slow' ? held.promise.then(() => ({})) : {}));
    for (let posts = 0; posts < 20; posts += 1) await addPost(portal);
    const run = deliver(0, 10_000);
    await expect.poll(() => log(other, { state: 'delivered', size: '100' })).toHaveLength(20);
    held.resolve(null);
    await run;
  });

  test.each([
    ['switched off', { isActive: false }, 0],
    ['saved again', { isActive: true }, 1],
  ])('and is %s during an event', async (_, change, messages) => {
    const { id } = await create({ events: ['post.published'] });
    const retry_at = new Date(Date.now() + 3 * hourMs);
    await portal.ctx.db.updateTable('webhooks').set({ failures: 10, retry_at }).execute();
    const input = { id, name: '群机器人', url: `${endpoint.origin}/hook`, events: ['post.published'] };
    await inTransaction(portal.ctx, async (trx) => {
      await queueMessages(trx, 'post.published', ['{"late":1}'], portal.ctx.now());
      expect((await send('save', { ...input, ...change })).code).toBe(200);
    });
    await deliver(1000);
    expect(endpoint.requests).toHaveLength(messages);
    await send('save', { ...input, isActive: true });
    await deliver(2000);
    expect(endpoint.requests).toHaveLength(messages);
  });

  test('loses a message after a day, and staff can send it again under its old id', async () => {
    const { id } = await create({ events: ['post.published'] });
    endpoint.answer(() => ({ status: 500 }));
    await addPost(portal);
    await deliver();
    await deliver(dayMs + hourMs);
    const [entry] = await log(id);
    expect(entry).toMatchObject({ state: 'failed', attempts: 2 });
    endpoint.answer(() => ({}));
    expect(await send('redeliver', { id: entry.id })).toMatchObject({ code: 200 });
    expect(await send('redeliver', { id: entry.id })).toMatchObject({ code: 409 });
    await deliver();
    expect(await log(id)).toMatchObject([{ state: 'delivered', attempts: 3 }]);
    expect(new Set(endpoint.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('is switched off after three days, and administrators are notified', async () => {
    const { id } = await create({ events: ['post.published'] });
    endpoint.answer(() => ({ status: 500 }));
    await addPost(portal);
    await deliver();
    await portal.ctx.db
      .updateTable('webhooks')
      .set({ failing_since: new Date(Date.now() - 3 * dayMs), retry_at: null })
      .execute();
    await addPost(portal);
    await deliver(1000);
    expect(await find(id)).toMatchObject({ isActive: false, pauseReason: '连续三天没有送达' });
    expect((await log(id)).map(({ state }: { state: string }) => state)).toEqual(['failed', 'failed']);
    const notice = await portal.ctx.db
      .selectFrom('notices')
      .select(['title', 'link'])
      .where('member_id', '=', admin.memberId)
      .where('kind', '=', 'system')
      .executeTakeFirstOrThrow();
    expect(notice).toEqual({
      title: '事件推送“群机器人”已停用',
      link: `/admin/settings?group=webhooks&open=${id}`,
    });
    await addPost(portal);
    expect(await log(id)).toHaveLength(2);
  });

  test('with 410 is switched off at once', async () => {
    const { id } = await create({ events: ['post.published'] });
    endpoint.answer(() => ({ status: 410 }));
    await addPost(portal);
    await deliver();
    expect(await find(id)).toMatchObject({ isActive: false });
  });

  test('by a redirect is not followed', async () => {
    const { id } = await create({ events: ['post.published'] });
    endpoint.answer(() => ({ status: 302, headers: { location: `${endpoint.origin}/other` } }));
    await addPost(portal);
    await deliver();
    expect(endpoint.requests).toHaveLength(1);
    expect(await log(id)).toMatchObject([{ state: 'waiting', status: 302 }]);
  });
});

describe('a private address', () => {
  test.each([
    'http://10.0.0.8/hook',
    'http://[::1]/',
    'http://169.254.169.254/latest',
    'http://example.com:6379/',
  ])('is refused when it is saved: %s', async (url) => {
    const answer = await send('create', { name: '内网', url, events: ['post.published'] });
    expect(answer).toMatchObject({ code: 400, field: 'url' });
  });

  test('is refused when a name leads to it', async () => {
    const { id } = await create({
      events: ['post.published'],
      url: endpoint.origin.replace('127.0.0.1', 'localhost'),
    });
    await addPost(portal);
    await deliverWebhooks(portal.ctx, { fetching: {} });
    expect(endpoint.requests).toHaveLength(0);
    expect((await log(id))[0].error).toContain('内网');
  });
});

describe('staff', () => {
  test('send a test, also while the webhook is off', async () => {
    const { id } = await create();
    await send('save', {
      id,
      name: '改名',
      url: `${endpoint.origin}/hook`,
      events: ['order.paid'],
      isActive: false,
    });
    expect((await send('test', { id })).data).toMatchObject({
      event: 'test',
      state: 'delivered',
      status: 200,
    });
    expect(received()).toMatchObject([{ type: 'test', data: { webhookId: id } }]);
    endpoint.answer(() => ({ status: 404, body: '没有' }));
    expect((await send('test', { id })).data).toMatchObject({ state: 'failed', status: 404, answer: '没有' });
    expect(await find(id)).toMatchObject({ name: '改名', isActive: false, events: ['order.paid'] });
    for (let tries = 0; tries < 8; tries += 1) await send('test', { id });
    expect(await send('test', { id })).toMatchObject({ code: 429 });
  });

  test('replace the secret, which is shown once and stored nowhere', async () => {
    const { id, secret } = await create();
    const { data } = await send('rotateSecret', { id });
    expect(data.secret).not.toBe(secret);
    await send('test', { id });
    const { headers, body } = endpoint.requests[0] ?? ({} as never);
    const expected = createHmac('sha256', Buffer.from(data.secret.slice(6), 'base64'))
      .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
      .digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${expected}`);
    const rows = await portal.ctx.db.selectFrom('webhooks').selectAll().execute();
    const audit = await portal.ctx.db.selectFrom('audit_entries').selectAll().execute();
    for (const stored of [rows, audit, await find(id)])
      for (const one of [secret, data.secret]) expect(JSON.stringify(stored)).not.toContain(one.slice(6));
  });

  test('leave an audit entry with the host but not the path, which may be secret', async () => {
    const { id } = await create({ url: `${endpoint.origin}/hook?token=geheim` });
    await send('delete', { id });
    const { body } = await portal.call('GET /admin/audit/list', {
      query: { target: `webhook:${id}`, scope: 'security' },
      token: admin.token,
    });
    expect(body.data.records.map(({ action }: { action: string }) => action)).toEqual([
      'webhook.delete',
      'webhook.create',
    ]);
    expect(JSON.stringify(body.data)).toContain(new URL(endpoint.origin).host);
    expect(JSON.stringify(body.data)).not.toContain('geheim');
    expect(await find(id)).toBeUndefined();
  });

  test('make at most 20 webhooks', async () => {
    for (let made = 0; made < 20; made += 1) await create();
    const answer = await send('create', { name: '多了', url: endpoint.origin, events: ['order.paid'] });
    expect(answer).toMatchObject({ code: 409 });
  });

  test.each([
    [{ name: ' ' }, '名称'],
    [{ url: 'ftp://example.com/' }, '网址'],
    [{ url: 'https://user:pass@example.com/' }, '网址'],
    [{ events: [] }, '事件'],
    [{ events: ['post.read'] }, '事件'],
  ])('get an error that names the field for %j', async (changes, words) => {
    const answer = await send('create', {
      name: '推送',
      url: endpoint.origin,
      events: ['order.paid'],
      ...changes,
    });
    expect(answer).toMatchObject({ code: 400 });
    expect(answer.msg).toContain(words);
  });

  test('need the permissions of their events, to choose them and to read their messages', async () => {
    const person = await logIn(portal);
    const { body: role } = await portal.call('POST /admin/role/create', {
      body: { name: '设置员', permissions: ['settings.manage'] },
      token: admin.token,
    });
    const body = { id: person.memberId, role: role.data.code };
    await portal.call('POST /admin/staff/giveRole', { body, token: admin.token });
    const input = { name: '我的', url: `${endpoint.origin}/mine` };
    const events = ['post.published', 'order.paid', 'member.registered'];
    expect(await send('create', { ...input, events }, person.token)).toMatchObject({
      code: 403,
      msg: '你没有查看这些事件的权限：订单付款、会员注册',
    });
    const { id } = await create({ events });
    await inTransaction(portal.ctx, (trx) =>
      queueMessages(trx, 'order.paid', ['{"sold":1}'], portal.ctx.now()),
    );
    const logOf = async (token: string) =>
      (await portal.call('GET /admin/webhook/deliveries', { query: { webhookId: id }, token })).body.data;
    expect((await logOf(person.token)).records).toMatchObject([{ event: 'order.paid', body: '' }]);
    expect((await logOf(admin.token)).records).toMatchObject([{ body: '{"sold":1}' }]);
    expect(await send('rotateSecret', { id }, person.token)).toMatchObject({ code: 403 });
    const change = { id, ...input, events, isActive: true };
    expect((await send('save', change, person.token)).code).toBe(403);
    const kept = { ...change, url: `${endpoint.origin}/hook` };
    expect((await send('save', kept, person.token)).code).toBe(200);
  });

  test('send a message again only to an address that has chosen its event', async () => {
    const { id } = await create({ events: ['post.published', 'order.paid'] });
    const sell = () =>
      inTransaction(portal.ctx, (trx) => queueMessages(trx, 'order.paid', ['{"sold":1}'], portal.ctx.now()));
    await sell();
    await deliver();
    await sell();
    expect(endpoint.requests).toHaveLength(1);
    const [, sent] = await log(id);
    const elsewhere = { id, name: '换了地址', url: `${endpoint.origin}/other`, isActive: true };
    await send('save', { ...elsewhere, events: ['post.published'] });
    await deliver();
    expect(endpoint.requests).toHaveLength(1);
    expect(await log(id)).toMatchObject([
      { state: 'failed', error: '这个推送没有选择这类事件' },
      { state: 'delivered' },
    ]);
    expect(await send('redeliver', { id: sent.id })).toMatchObject({
      code: 409,
      msg: '这个推送没有选择这类事件，不能再投递；请先在推送里选上它',
    });
    await send('save', { ...elsewhere, events: ['order.paid'] });
    expect(await send('redeliver', { id: sent.id })).toMatchObject({ code: 200 });
    await deliver();
    expect(endpoint.requests.map(({ url }) => url)).toEqual(['/hook', '/other']);
  });

  test('need the permission for settings', async () => {
    const { token } = await logIn(portal, { role: 'editor' });
    for (const [name, body] of [
      ['GET /admin/webhook/list', undefined],
      ['GET /admin/webhook/deliveries', undefined],
      ['POST /admin/webhook/create', {}],
      ['POST /admin/webhook/save', {}],
      ['POST /admin/webhook/rotateSecret', { id: '1' }],
      ['POST /admin/webhook/delete', { id: '1' }],
      ['POST /admin/webhook/test', { id: '1' }],
      ['POST /admin/webhook/redeliver', { id: '1' }],
    ] as const) {
      expect((await portal.call(name, { body, token })).status, name).toBe(403);
      expect((await portal.call(name, { body })).status, name).toBe(401);
    }
  });

  test('get 404 for an unknown webhook', async () => {
    for (const path of ['rotateSecret', 'delete', 'test', 'redeliver'])
      expect(await send(path, { id: '999999' }), path).toMatchObject({ code: 404 });
  });
});

test('deliveries are deleted after 30 days', async () => {
  const { id } = await create({ events: ['post.published'] });
  await addPost(portal);
  await deliver();
  await tidyDeliveries({ ...portal.ctx, now: () => new Date(Date.now() + 29 * dayMs) });
  expect(await log(id)).toHaveLength(1);
  await tidyDeliveries({ ...portal.ctx, now: () => new Date(Date.now() + 31 * dayMs) });
  expect(await log(id)).toEqual([]);
});

test('OpenAPI describes each event', () => {
  // biome-ignore lint/suspicious/noExplicitAny: a JSON document
  const described: any = describeApi([], { title: '', version: '1', base: '/api' }, {}, webhookEvents);
  expect(Object.keys(described.webhooks)).toEqual(allEvents);
  const { schema } = described.webhooks['order.paid'].post.requestBody.content['application/json'];
  expect(schema.properties.type).toEqual({ const: 'order.paid' });
  expect(schema.properties.data.required).toContain('amount');
});
