import { afterAll, beforeAll, expect, test } from 'vitest';
import { logIn } from '#testing/builders.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
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
};
const read = async () => {
  const { groups } = (await portal.ask('GET /admin/settings/list', { token })).body.data;
  return groups.find(({ name }: { name: string }) => name === 'contest');
};
const save = async (changes: object = {}) =>
  (
    await portal.ask('POST /admin/settings/save', {
      token,
      body: { group: 'contest', values: { ...values, ...changes }, base: (await read()).updatedAt },
    })
  ).body;
const rules = () => portal.house.market.rulesOf(portal.ctx);

test('the market of the contest is set at the desk, and its secret never read back', async () => {
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
  // Left empty it stays; with another address it goes, so that nobody has it sent to themselves.
  await save({ pullHeader: '' });
  expect((await rules()).pullHeader).toBe(values.pullHeader);
  await save({ pullHeader: '', pullUrl: 'https://other.example.cn/' });
  expect((await rules()).pullHeader).toBe('');
});

test.each([
  [{ freshSeconds: '4' }, '行情有效时间（freshSeconds）应为 5 到 3600 的整数'],
  [{ generator: 'sometimes' }, '虚构行情（generator）不正确'],
  [{ pullUrl: 'ftp://quotes.example.cn' }, '行情地址（pullUrl）应为网址'],
  [{ pullSeconds: '1' }, '抓取间隔（pullSeconds）应为 3 到 3600 的整数'],
  [{ pullHeader: 'nothing' }, '请求头（pullHeader）应为 名称: 值'],
])('%j is refused by name', async (changes, message) => {
  expect(await save(changes)).toMatchObject({ code: 400, msg: expect.stringContaining(message) });
});

test('a live portal does not let invented quotes run at any hour', () => {
  const decide = (generator: string, mode: 'demo' | 'live') =>
    decideGroup('contest', { ...values, generator }, values, { siteMode: mode, allowPlaintext: [] });
  expect(decide('always', 'live')).toEqual({
    refusal: expect.stringContaining('虚构行情（generator）不能全天产生'),
  });
  expect(decide('hours', 'live')).toHaveProperty('values');
  expect(decide('always', 'demo')).toHaveProperty('values');
});
