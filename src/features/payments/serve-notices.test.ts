import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveApiDescription } from '#main/api-description.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { startWechatPay, type WechatPayStandIn } from '#testing/wechat-pay.ts';

let portal: Portal;
let wechat: WechatPayStandIn;
beforeAll(async () => {
  wechat = await startWechatPay();
  portal = await openPortal(wechat.settings);
  serveApiDescription(portal.server, portal.app);
});
afterAll(async () => {
  await portal.close();
  await wechat.stop();
});

const send = (url: string, payload: string | Buffer, type = 'application/json') =>
  portal.server.inject({
    method: 'POST',
    url: `/api/pay/notify/${url}`,
    headers: { 'content-type': type },
    payload,
  });

test.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'image/png'])(
  'a notice of type %s needs neither client nor log-in, and its body is passed on unchanged',
  async (type) => {
    const answer = await send('wechat', '{"broken', type);
    expect([answer.statusCode, answer.json()]).toEqual([400, { code: 'FAIL', message: '通知没有被接受' }]);
    expect(answer.headers['cache-control']).toBe('no-store');
  },
);

test('an unknown gateway, an unknown tenant, a body that is too long and a GET are refused with an envelope', async () => {
  expect((await send('bank', '{}')).json()).toMatchObject({ code: 404, msg: '没有这个支付渠道' });
  expect((await send('alipay', '{}')).json()).toMatchObject({ code: 404 });
  expect((await send('wechat/999999', '{}')).json()).toMatchObject({ code: 404, msg: '没有这个租户' });
  expect((await send('wechat/000000', '{}')).json()).toMatchObject({ code: 'FAIL' });
  expect((await send('wechat', Buffer.alloc(70_000, 'x'))).json()).toMatchObject({ code: 413 });
  const getResponse = await portal.server.inject({ method: 'GET', url: '/api/pay/notify/wechat' });
  expect(getResponse.json()).toMatchObject({ code: 404 });
});

test('the API description documents where notices are sent, how they are authenticated and how they are answered', async () => {
  const { paths } = (await portal.server.inject({ url: '/api/openapi.json' })).json();
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

test('other parsers are unaffected: calls still read JSON', async () => {
  const answer = await portal.call('POST /member/payOrder', { body: { id: '1' } });
  expect(answer.status).toBe(401);
});
