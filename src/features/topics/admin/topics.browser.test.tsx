import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectPhoneLayout, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, row, toastOf } from '#testing/browser/open-admin.ts';
import { pageOf } from '#testing/browser/personal.ts';
import type { AdminTopic, AdminTopicDetail, TopicPost } from '../schema.ts';

const topic = (changes: Partial<AdminTopic> = {}): AdminTopic => ({
  id: '7',
  version: 3,
  title: '芯片供应链',
  slug: 'chips',
  introduction: '一条线看到底。',
  cover: null,
  isOpen: true,
  posts: 2,
  updatedAt: '2026-11-20T08:00:00+08:00',
  ...changes,
});
const post = (id: string, title: string, isPublished = true): TopicPost => ({
  id,
  title,
  columnName: '宏观手记',
  isPublished,
});
/** The topic as the server keeps it: changes of its posts are in the next answer. */
let detail: AdminTopicDetail;
const open = () => openAdmin('/tags?tab=topics');
const field = (name: string) => page.getByRole('textbox', { name });
const sent = (key: Parameters<typeof callsTo>[0]) => callsTo(key).at(-1)?.body;

beforeEach(() => {
  detail = { ...topic(), list: [post('1', '光刻机'), post('2', '封装', false)] };
  answer('GET /admin/topic/list', [topic()]);
  answer('GET /admin/topic/detail', () => detail);
  answer('POST /admin/topic/arrange', ({ body: { postIds } }) => {
    const known = [...detail.list, post('3', '硅片')];
    const list = postIds.flatMap((id: string) => known.find((one) => one.id === id) ?? []);
    detail = { ...detail, version: detail.version + 1, list };
    return { id: '7', version: detail.version };
  });
});

test('lists topics and opens one', { tags: ['strict'] }, async () => {
  answer('GET /admin/topic/list', [topic({ title: '长'.repeat(60) }), topic({ id: '8', isOpen: false })]);
  await open();
  await expect.element(row('长长')).toMatchTextContent('/topic/chips开放2');
  await expect.element(row('芯片供应链')).toMatchTextContent('关闭');
  await expectWellMade();
  await button('长'.repeat(60)).click();
  await expect.element(dialog().getByText('封装')).toBeVisible();
  await expect.element(dialog().getByText(/没有发布，读者看不到/)).toBeVisible();
  await expectPhoneLayout();
});

test('moves, removes and adds posts, each saved at once, and saves the fields', async () => {
  answer('GET /admin/post/list', pageOf([{ id: '3', title: '硅片', columnName: '宏观手记' }]) as never);
  answer('POST /admin/topic/save', { id: '7', version: 7 } as never);
  await open();
  await button('芯片供应链').click();
  await expect.element(button('上移《光刻机》')).toBeDisabled();
  await button('下移《光刻机》').click();
  await expect
    .poll(() => sent('POST /admin/topic/arrange'))
    .toEqual({ id: '7', base: 3, postIds: ['2', '1'] });
  await expect.element(dialog().getByRole('listitem').first()).toMatchTextContent('封装');
  await expect.element(button('移出《封装》')).toBeEnabled();
  await button('移出《封装》').click();
  await expect.poll(() => sent('POST /admin/topic/arrange')).toEqual({ id: '7', base: 4, postIds: ['1'] });
  await expect.element(dialog().getByText('封装')).not.toBeInTheDocument();
  await page.getByRole('combobox', { name: '搜一篇放进专题' }).fill('硅');
  await expect.element(page.getByRole('option', { name: '硅片' })).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => sent('POST /admin/topic/arrange'))
    .toEqual({ id: '7', base: 5, postIds: ['1', '3'] });
  await expect.element(dialog()).toMatchTextContent('文章（2）');
  await field('标题').fill('芯片');
  await button('保存').click();
  await expect.element(toastOf('专题已保存，读者立即看到')).toBeVisible();
  expect(sent('POST /admin/topic/save')).toEqual({
    ...{ id: '7', base: 6, title: '芯片', slug: 'chips', introduction: '一条线看到底。', cover: null },
    isOpen: true,
  });
});

test('creates a topic and opens it, after an address in use was refused, and deletes one', async () => {
  answer('POST /admin/topic/create', refuse(409, '地址 chips 已经被专题“芯片”用了，请换一个', 'slug'));
  answer('POST /admin/topic/delete', true);
  await open();
  await button('新建专题').click();
  await field('标题').fill('芯片供应链');
  await field('地址').fill('Chips');
  await button('建立').click();
  await expect.element(dialog().getByText(/地址只能用小写字母/)).toBeVisible();
  await field('地址').fill('chips');
  await button('建立').click();
  await expect.element(dialog().getByText(/已经被专题“芯片”用了/)).toBeVisible();
  answer('POST /admin/topic/create', { id: '7', version: 1 });
  await button('建立').click();
  await expect.element(toastOf('专题已建立，可以放文章了')).toBeVisible();
  expect(sent('POST /admin/topic/create')).toEqual({
    ...{ title: '芯片供应链', slug: 'chips', introduction: '', cover: null, isOpen: true },
  });
  await expect.element(dialog().getByText('光刻机')).toBeVisible();
  await dialog().getByRole('button', { name: '关闭' }).click();
  await row('芯片供应链').getByRole('button', { name: '删除' }).click();
  await expect.element(dialog().getByText(/里面的文章不受影响/)).toBeVisible();
  await dialog().getByRole('button', { name: '删除' }).click();
  await expect.poll(() => sent('POST /admin/topic/delete')).toEqual({ id: '7' });
});
