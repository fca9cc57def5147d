import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPiece, logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';

let portal: Portal;
let operator: string;
let buyer: string;
let piece: string;
beforeAll(async () => {
  portal = await openPortal();
  operator = (await logIn(portal, { role: 'operator' })).token;
  buyer = (await logIn(portal)).token;
  piece = await addPiece(portal, { access: 'paid', price: 1200 });
});
afterAll(() => portal.close());

const order = async () =>
  (
    await portal.ask('POST /member/createOrder', {
      token: buyer,
      body: { thing: `post:${piece}`, agreed: true },
    })
  ).body;
const putUp = async (title: string): Promise<string> => {
  const desk = (path: string, body: object) =>
    portal.ask(`POST /admin/know/${path}`, { token: operator, body });
  const { body } = await desk('create', { place: 'purchase', title, body: '<p>风险自负。</p>' });
  await desk('publish', { id: body.data.id });
  return body.data.id;
};

test('the notice on purchases is acknowledged before the first order, and again in each new version', async () => {
  const first = await putUp('购买须知');
  expect(await order()).toMatchObject({ code: 409, msg: expect.stringContaining('购买须知') });
  await portal.ask('POST /member/acknowledgeKnow', { token: buyer, query: { id: first } });
  expect(await order()).toMatchObject({ code: 200 });
  const second = await putUp('购买须知（新）');
  expect(await order()).toMatchObject({ code: 409 });
  await portal.ask('POST /member/acknowledgeKnow', { token: buyer, query: { id: second } });
  expect(await order()).toMatchObject({ code: 200 });
});
