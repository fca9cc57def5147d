import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { decideGroup } from './policy.ts';

let portal: Portal;
let token: string;
beforeAll(async () => {
  portal = await openPortal();
  token = (await logIn(portal, { role: 'admin' })).token;
});
afterAll(() => portal.close());

const values = {
  freshSeconds: '30',
  generator: 'hours',
  pullUrl: 'https://quotes.example.cn/latest.csv',
  pullSeconds: '10',
  pullHeader: 'Authorization: Bearer a-long-secret-key',
  eventsUrl: 'https://quotes.example.cn/calendar.csv',
  homeCodes: '300750, 000001.SH',
};
const read = async () => {
  const { groups } = (await portal.call('GET /admin/settings/list', { token })).body.data;
  return groups.find(({ name }: { name: string }) => name === 'contest');
};
const save = async (changes: object = {}) =>
  (
    await portal.call('POST /admin/settings/save', {
      token,
      body: { group: 'contest', values: { ...values, ...changes }, base: (await read()).updatedAt },
    })
  ).body;
const rules = () => portal.app.market.rulesOf(portal.ctx);

test('market settings saved in the back office take effect, and their secret is never returned', async () => {
  expect((await read()).values).toMatchObject({ freshSeconds: '60', generator: 'always', pullUrl: '' });
  expect((await save()).code).toBe(200);
  expect((await read()).values).toMatchObject({
    freshSeconds: '30',
    pullHeader: { isSet: true, last4: '-key' },
  });
  expect(JSON.stringify(await read())).not.toContain('a-long-secret');
  expect(await rules()).toEqual({
    ...values,
    isGeneratorChosen: true,
    freshSeconds: 30,
    pullSeconds: 10,
  });
  // Left empty, the secret stays; with another address it is deleted, so that no one can have it sent to themselves.
  await save({ pullHeader: '' });
  expect((await rules()).pullHeader).toBe(values.pullHeader);
  await save({ pullHeader: '', pullUrl: 'https://other.example.cn/' });
  expect((await rules()).pullHeader).toBe('');
});

test.each([
  [{ freshSeconds: '4' }, '行情有效时间应为 5 到 3600 的整数'],
  [{ generator: 'sometimes' }, '虚构行情不正确'],
  [{ pullUrl: 'ftp://quotes.example.cn' }, '行情地址应为网址'],
  [{ pullSeconds: '1' }, '抓取间隔应为 3 到 3600 的整数'],
  [{ pullHeader: 'nothing' }, '请求头应为 名称: 值'],
])('rejects %j and names the field', async (changes, message) => {
  expect(await save(changes)).toMatchObject({ code: 400, msg: expect.stringContaining(message) });
});

test('a live portal rejects invented quotes around the clock', () => {
  const decide = (generator: string, mode: 'demo' | 'live') =>
    decideGroup('contest', { ...values, generator }, values, { siteMode: mode, allowPlaintext: [] });
  expect(decide('always', 'live')).toEqual({
    refusal: expect.stringContaining('虚构行情不能全天产生'),
    field: 'generator',
  });
  expect(decide('hours', 'live')).toHaveProperty('values');
  expect(decide('always', 'demo')).toHaveProperty('values');
});
