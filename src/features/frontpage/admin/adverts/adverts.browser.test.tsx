import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, row, toastOf } from '#testing/browser/open-admin.ts';
import type { AdminAdvert } from '../../adverts/schema.ts';

const advert = (id: string, changes: Partial<AdminAdvert> = {}): AdminAdvert => ({
  id,
  position: 1,
  title: `第${id}则`,
  image: '/files/a.png',
  href: '/vip',
  weight: 10,
  startsAt: '2026-11-20T08:00:00+08:00',
  endsAt: null,
  isPaused: false,
  state: 'running',
  impressions: 400,
  clicks: 5,
  mark: `m${id}`,
  ...changes,
});
const pageOf = (records: AdminAdvert[], cursor: string | null = null) => ({
  records,
  total: records.length,
  size: 20,
  current: 1,
  pages: 1,
  cursor,
});
const field = (name: string) => page.getByRole('textbox', { name });

beforeEach(() => answer('GET /admin/advert/list', pageOf([advert('1'), advert('2', { state: 'ended' })])));

test('lists adverts with their figures, and opens the form', { tags: ['strict'] }, async () => {
  const unseen = { title: '没人看的', impressions: 0, clicks: 0, position: 2, state: 'ended' as const };
  answer(
    'GET /admin/advert/list',
    pageOf([advert('1', { title: '长'.repeat(60), href: `/${'a'.repeat(400)}` }), advert('2', unseen)]),
  );
  answer('GET /admin/advert/days', ({ query }) => [
    { day: '2026-11-21', impressions: 400, clicks: query.id === '1' ? 5 : 1 },
  ]);
  await openAdmin('/frontpage');
  await expect.element(row('长长')).toMatchTextContent('首页轮播展示中');
  await expect.element(row('长长')).toMatchTextContent('1.25%');
  await expect.element(row('没人看的')).toMatchTextContent('首页侧栏已结束');
  await expect.element(row('没人看的')).toMatchTextContent('1000—');
  await row('长长').getByRole('button', { name: '展开行' }).click();
  await expect.element(row('2026-11-21').last()).toMatchTextContent('1.25%');
  await expectWellMade();
  await page.getByRole('button', { name: /^长/ }).click();
  await expect.element(dialog('修改广告')).toBeVisible();
  await expect.element(field('开始时间')).toHaveValue('2026-11-20 08:00');
  await expectWellMade();
});

test('creates an advert: shows missing fields, sends the typed values', async () => {
  answer('POST /admin/advert/create', { id: '3' });
  answer('GET /admin/media/folders', []);
  answer('GET /admin/media/list', { records: [picture], cursor: null });
  answer('GET /admin/advert/list', pageOf([]));
  await openAdmin('/frontpage?cursor=c2&page=2');
  await expect.element(page.getByText('还没有广告')).toBeVisible();
  await button('投放广告').click();
  await button('投放').click();
  await expect.element(dialog().getByText('请填写广告标题')).toBeVisible();
  await expect.element(dialog().getByText('请填写图片')).toBeVisible();
  await dialog().getByRole('combobox', { name: '广告位' }).click();
  await page.getByTitle('2 · 首页侧栏', { exact: true }).click();
  await expect.element(dialog().getByText('每次展示一个，按权重轮换')).toBeVisible();
  await field('标题').fill('新广告');
  await field('点击后去哪').fill('vip');
  await expect.element(dialog().getByText('链接应为以 / 开头')).toBeVisible();
  await field('点击后去哪').fill('/vip');
  await page.getByRole('button', { name: '从素材库选或上传广告图片' }).click();
  await page.getByRole('button', { name: /^封面/ }).click();
  await button('投放').click();
  await expect.element(toastOf('广告已投放')).toBeVisible();
  expect(callsTo('POST /admin/advert/create').at(-1)?.body).toMatchObject({
    position: 2,
    title: '新广告',
    href: '/vip',
    image: picture.address,
    weight: 10,
    endsAt: null,
  });
  await choose('状态', '已暂停');
  await expect.element(page.getByText('没有符合条件的广告')).toBeVisible();
  await choose('广告位', '首页侧栏');
  await expect
    .poll(() => callsTo('GET /admin/advert/list').at(-1)?.query)
    .toEqual({ state: 'paused', position: '2', size: '20' });
});

test("saves an advert with its version token, and takes other people's changes after a conflict", async () => {
  answer('POST /admin/advert/save', refuse(409, '“第1则”刚被别人改过'));
  await openAdmin('/frontpage');
  await page.getByRole('button', { name: '第1则', exact: true }).click();
  await field('结束时间').fill('2026-11-19 08:00');
  await page.getByRole('button', { name: '确定' }).first().click();
  await button('保存').click();
  await expect.element(dialog().getByText('结束时间应晚于开始时间')).toBeVisible();
  await field('结束时间').fill('2026-11-21 08:00');
  await page.getByRole('button', { name: '确定' }).first().click();
  await field('标题').fill('我的标题');
  answer('GET /admin/advert/list', pageOf([advert('1', { weight: 99, mark: 'newer' })]));
  await button('保存').click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('刚被别人改过');
  const { isPaused: _, state: __, impressions: ___, clicks: ____, ...values } = advert('1');
  const typed = { title: '我的标题', endsAt: '2026-11-21T00:00:00.000Z' };
  expect(callsTo('POST /admin/advert/save').at(-1)?.body).toEqual({ ...values, ...typed });
  await expect.element(field('标题')).toHaveValue('我的标题');
  await expect.element(page.getByRole('spinbutton', { name: '权重' })).toHaveValue('99');
  answer('POST /admin/advert/save', true);
  await button('保存').click();
  await expect.element(toastOf('已保存，页面已更新')).toBeVisible();
  expect(callsTo('POST /admin/advert/save').at(-1)?.body).toMatchObject({ ...typed, mark: 'newer' });
});

test('pauses an advert and undoes it, but no ended one, which can be deleted', async () => {
  answer('POST /admin/advert/pause', true);
  answer('POST /admin/advert/delete', true);
  await openAdmin('/frontpage');
  await expect.element(row('第2则')).toBeVisible();
  await expect.element(button('暂停“第2则”')).not.toBeInTheDocument();
  await expect.element(button('恢复“第1则”')).not.toBeInTheDocument();
  await button('暂停“第1则”').click();
  await button('撤销（恢复）').click();
  await expect
    .poll(() => callsTo('POST /admin/advert/pause').map(({ body }) => body))
    .toEqual([
      { id: '1', isPaused: true },
      { id: '1', isPaused: false },
    ]);
  await button('删除“第2则”').click();
  await dialog('曝光、点击数据也会一起删除').getByRole('button', { name: '删除' }).click();
  await expect.element(page.getByText('已删除 1 个')).toBeVisible();
  expect(callsTo('POST /admin/advert/delete').at(-1)?.body).toEqual({ id: '2' });
});

const picture = {
  id: '9',
  folderId: null,
  kind: 'image' as const,
  address: '/files/9.webp',
  name: '封面',
  mediaType: 'image/webp',
  bytes: 1234,
  width: 4,
  height: 3,
  alt: '',
  useCount: 0,
  uploadedBy: '沈观潮',
  createdAt: '2026-11-20T08:00:00+08:00',
};
