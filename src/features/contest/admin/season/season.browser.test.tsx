import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, toastOf } from '#testing/browser/open-admin.ts';
import type { AdminSeason } from '../../manage/schema.ts';

const season = (changes: Partial<AdminSeason> = {}): AdminSeason => ({
  id: '5',
  mark: 'first',
  name: '冬季赛',
  startsOn: '2035-03-05',
  endsOn: '2035-05-31',
  state: 'upcoming',
  isOpen: false,
  forWhom: 'member',
  startingCash: 100_000_000,
  players: 0,
  disqualified: 0,
  clearedOn: null,
  boards: ['main', 'star'],
  withSt: false,
  positionCapBp: 4000,
  commissionPpm: 250,
  commissionLeast: 500,
  indexCode: null,
  delayDays: 1,
  prizes: '',
  rules: '<p>先到先得</p>',
  ...changes,
});
const field = (name: string) => page.getByRole('textbox', { name });
const spin = (name: string) => page.getByRole('spinbutton', { name });
const saved = () => callsTo('POST /admin/contest/season').at(-1)?.body;

beforeEach(() => {
  answer('GET /admin/contest/season', season());
  answer('GET /admin/contest/indexes', [{ code: '000300', name: '沪深300' }]);
  answer('POST /admin/contest/season', { id: '5' });
});

async function pickDay(label: string, day: string) {
  await field(label).fill(day);
  await userEvent.keyboard('{Enter}');
}

test('shows a season, whose game is fixed once members have enrolled', { tags: ['strict'] }, async () => {
  const long = { name: '长'.repeat(30), prizes: '奖'.repeat(300) };
  answer('GET /admin/contest/season', season({ ...long, players: 3, state: 'ended' }));
  answer('GET /admin/contest/indexes', []);
  await openAdmin('/contest/5');
  await expect.element(field('名称')).toHaveValue('长'.repeat(30));
  await expect.element(page.getByText('未公开', { exact: true })).toBeVisible();
  await expect.element(page.getByText('3 人报名 · 还没有清算过')).toBeVisible();
  await expect.element(page.getByText('还没有导入指数')).toBeVisible();
  await expect.element(page.getByText('已有 3 人报名：资金、板块')).toBeVisible();
  for (const name of ['开始日期', '结束日期', '起始资金（元）', '最低佣金（元）'])
    await expect.element(field(name)).toBeDisabled();
  for (const name of ['单只持仓上限', '佣金（万分之）']) await expect.element(spin(name)).toBeDisabled();
  for (const name of ['主板', '可买 ST 证券'])
    await expect.element(page.getByRole('checkbox', { name })).toBeDisabled();
  await expect.element(field('名称')).toBeEnabled();
  await expectWellMade();
});

test('creates a season: shows missing fields, then sends days, fen and shares', async () => {
  answer('GET /admin/contest/season', season({ id: '9' }));
  answer('POST /admin/contest/season', { id: '9' });
  await openAdmin('/contest/new');
  await field('起始资金（元）').fill('500');
  await button('建好赛季').click();
  await expect.element(page.getByText('起始资金至少 1000 元')).toBeVisible();
  await field('起始资金（元）').fill('200,000');
  await button('建好赛季').click();
  await expect.element(page.getByText('请填写赛季名称')).toBeVisible();
  await expect.element(page.getByText('请填写开始日期')).toBeVisible();
  await field('名称').fill('冬季赛');
  await pickDay('开始日期', '2035-03-05');
  await pickDay('结束日期', '2035-05-31');
  expect(saved()).toBeUndefined();
  await spin('单只持仓上限').fill('12.5');
  // 2.3 times 100 is a little less than 230 in floating-point numbers.
  await spin('佣金（万分之）').fill('2.3');
  await page.getByRole('checkbox', { name: '北交所' }).click();
  await page.getByRole('checkbox', { name: '可买 ST 证券' }).click();
  await choose('谁可以报名', 'VIP 会员');
  await choose('对比指数', '沪深300（000300）');
  await button('建好赛季').click();
  await expect.element(toastOf('赛季已建好')).toBeVisible();
  await expect.poll(() => location.pathname).toBe('/admin/contest/9');
  expect(saved()).toEqual({
    name: '冬季赛',
    startsOn: '2035-03-05',
    endsOn: '2035-05-31',
    startingCash: 20_000_000,
    boards: ['main', 'chinext', 'star'],
    withSt: true,
    positionCapBp: 1250,
    commissionPpm: 230,
    commissionLeast: 500,
    indexCode: '000300',
    delayDays: 1,
    forWhom: 'vip',
    prizes: '',
    rules: '',
    isOpen: false,
  });
});

test('saves with the version token of the opened season, then with that of the saved one', async () => {
  answer('GET /admin/contest/players', { records: [], cursor: null });
  answer('POST /admin/contest/season', refuse(400, '结束日期不能早于开始日期', 'endsOn'));
  await openAdmin('/contest/5');
  await page.getByRole('textbox', { name: '正文' }).click();
  await userEvent.keyboard('{Control>}{End}{/Control}，送完为止');
  await field('奖品').fill('一年 VIP');
  await button('保存').click();
  await expect.element(page.getByText('结束日期不能早于开始日期')).toBeVisible();
  await expect.element(field('结束日期')).toHaveAttribute('aria-invalid', 'true');
  answer('POST /admin/contest/season', { id: '5' });
  const { promise, resolve } = Promise.withResolvers<AdminSeason>();
  answer('GET /admin/contest/season', () => promise);
  await button('保存').click();
  await expect.element(toastOf('赛季已保存')).toBeVisible();
  const rules = '<p>先到先得，送完为止</p>';
  expect(saved()).toMatchObject({ id: '5', mark: 'first', rules, prizes: '一年 VIP' });
  await expect.element(button('保存')).toBeDisabled();
  await expect.element(field('奖品')).toHaveValue('一年 VIP');
  resolve(season({ mark: 'second', prizes: '一年 VIP', rules, name: '冬季赛二' }));
  await expect.element(field('名称')).toHaveValue('冬季赛二');
  await field('奖品').fill('两年 VIP');
  await button('保存').click();
  await expect.poll(() => saved()).toMatchObject({ mark: 'second', prizes: '两年 VIP', rules });
  await expect.element(button('保存')).toBeDisabled();
  await field('奖品').fill('冠军');
  await page.getByRole('tab', { name: /选手/ }).click();
  await dialog('有改动还没有保存').getByRole('button', { name: '继续编辑' }).click();
  await expect.element(field('奖品')).toHaveValue('冠军');
  await page.getByRole('tab', { name: /选手/ }).click();
  await button('不保存').click();
  await expect.element(page.getByText('还没有人报名')).toBeVisible();
});

test('keeps typed values after a conflict until the user asks for the newest version', async () => {
  answer('POST /admin/contest/season', refuse(409, '“冬季赛”刚被别人改过，请看过最新的内容后再保存'));
  await openAdmin('/contest/5');
  await field('名称').fill('我的名字');
  answer(
    'GET /admin/contest/season',
    season({ mark: 'second', name: '别人的名字', rules: '<p>别人的规则</p>' }),
  );
  await button('保存').click();
  await expect.element(page.getByText('刚被别人改过')).toBeVisible();
  await expect.element(field('名称')).toHaveValue('我的名字');
  await button('看最新的内容').click();
  await expect.element(field('名称')).toHaveValue('别人的名字');
  await expect.element(page.getByRole('textbox', { name: '正文' })).toMatchTextContent('别人的规则');
});
