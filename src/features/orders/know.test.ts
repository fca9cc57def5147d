import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { addPost, logIn } from '#testing/posts-and-members.ts';

let portal: Portal;
let operator: string;
let buyer: string;
let postId: string;
beforeAll(async () => {
  portal = await openPortal();
  operator = (await logIn(portal, { role: 'operator' })).token;
  buyer = (await logIn(portal)).token;
  postId = await addPost(portal, { access: 'paid', price: 1200 });
});
afterAll(() => portal.close());

const order = async () =>
  (
    await portal.call('POST /member/createOrder', {
      token: buyer,
      body: { thing: `post:${postId}`, agreed: true },
    })
  ).body;
const publishNotice = async (title: string): Promise<string> => {
  const postKnow = (path: string, body: object) =>
    portal.call(`POST /admin/know/${path}`, { token: operator, body });
  const { body } = await postKnow('create', { place: 'purchase', title, body: '<p>风险自负。</p>' });
  await postKnow('publish', { id: body.data.id });
  return body.data.id;
};

test('the purchase notice must be acknowledged before the first order, and again in each new version', async () => {
  const first = await publishNotice('购买须知');
  expect(await order()).toMatchObject({ code: 409, msg: expect.stringContaining('购买须知') });
  await portal.call('POST /member/acknowledgeKnow', { token: buyer, query: { id: first } });
  expect(await order()).toMatchObject({ code: 200 });
  const second = await publishNotice('购买须知（新）');
  expect(await order()).toMatchObject({ code: 409 });
  await portal.call('POST /member/acknowledgeKnow', { token: buyer, query: { id: second } });
  expect(await order()).toMatchObject({ code: 200 });
});
