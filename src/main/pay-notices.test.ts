import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { startWechatPay, type WechatPayStandIn } from '#testing/wechat-pay.ts';
import { serveDescription } from './description.ts';
import { servePayNotices } from './pay-notices.ts';

let portal: Portal;
let wechat: WechatPayStandIn;
beforeAll(async () => {
  wechat = await startWechatPay();
  portal = await openPortal(wechat.settings);
  servePayNotices(portal.app, portal.house);
  serveDescription(portal.app, portal.house);
});
afterAll(async () => {
  await portal.close();
  await wechat.stop();
});

const send = (url: string, payload: string | Buffer, type = 'application/json') =>
  portal.app.inject({
    method: 'POST',
    url: `/api/pay/notify/${url}`,
    headers: { 'content-type': type },
    payload,
  });

test.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'image/png'])(
  'a notice of type %s needs neither client nor log-in, and is read as it came',
  async (type) => {
    const answer = await send('wechat', '{"broken', type);
    expect([answer.statusCode, answer.json()]).toEqual([400, { code: 'FAIL', message: '通知没有被接受' }]);
    expect(answer.headers['cache-control']).toBe('no-store');
  },
);

test('nobody’s gateway, nobody’s tenant, a body too long and a look are refused in the envelope', async () => {
  expect((await send('bank', '{}')).json()).toMatchObject({ code: 404, msg: '没有这个支付渠道' });
  expect((await send('alipay', '{}')).json()).toMatchObject({ code: 404 });
  expect((await send('wechat/999999', '{}')).json()).toMatchObject({ code: 404, msg: '没有这个租户' });
  expect((await send('wechat/000000', '{}')).json()).toMatchObject({ code: 'FAIL' });
  expect((await send('wechat', Buffer.alloc(70_000, 'x'))).json()).toMatchObject({ code: 413 });
  const look = await portal.app.inject({ method: 'GET', url: '/api/pay/notify/wechat' });
  expect(look.json()).toMatchObject({ code: 404 });
});

test('the description says where notices are brought, who is believed and what is answered', async () => {
  const { paths } = (await portal.app.inject({ url: '/api/openapi.json' })).json();
  for (const path of ['/pay/notify/{gateway}', '/pay/notify/{gateway}/{tenant}']) {
    const { post } = paths[path];
    expect(post).toMatchObject({ security: [], summary: expect.stringContaining('gateway') });
    const names = post.parameters.map(({ name }: { name: string }) => name);
    expect(names.map((name: string) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g));
    expect(Object.keys(post.requestBody.content)).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
    ]);
    expect(Object.keys(post.responses)).toEqual(['200', '204', '400', '404']);
  }
  expect(paths['/member/payOrder'].post).toBeDefined();
});

test('the other parsers stay as they are: a call reads JSON beside the notices', async () => {
  const answer = await portal.ask('POST /member/payOrder', { body: { id: '1' } });
  expect(answer.status).toBe(401);
});
