import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectPhoneLayout, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, choose, dialog, openAdmin, row } from '#testing/browser/open-admin.ts';
import type { Transfer } from '../manage/schema.ts';

const transfer = (changes: Partial<Transfer> = {}): Transfer => ({
  id: '1',
  kind: 'import',
  name: '旧稿.csv',
  state: 'done',
  done: 3,
  total: 3,
  counts: { added: 2, unchanged: 0, skipped: 0, failed: 1 },
  bytes: null,
  storedIn: '',
  verifiedAt: null,
  verifyFault: '',
  expiresAt: null,
  withoutPeople: true,
  isOfMembers: false,
  missingPictures: 0,
  canUndo: false,
  error: '',
  createdBy: '主编',
  createdAt: '2026-11-20T08:00:00+08:00',
  finishedAt: null,
  ...changes,
});
const running = transfer({ state: 'running', done: 1, total: 4, counts: null });
const pageOf = (records: Transfer[], cursor: string | null = null) => ({ records, cursor });
const file = (name: string) => new File(['标题\n一条'], name, { type: 'text/csv' });
const sent = (key: Parameters<typeof callsTo>[0]) => callsTo(key).at(-1)?.body;
async function chooseFile(chosen: File) {
  await expect.element(button('选择要导入的文件')).toBeVisible();
  await userEvent.upload(document.querySelector('input[type=file]') as HTMLElement, chosen);
}

beforeEach(() => answer('GET /admin/transfer/list', pageOf([transfer()])));

test('lists transfers with their results, and backs up now', { tags: ['strict'] }, async () => {
  const members = { added: 2, updated: 1, unchanged: 3, skipped: 0, failed: 1 };
  const storedIn = 's3://site-backups/daily/guanlan-000000-20261126T200000Z.zip';
  const name = 'guanlan-000000-20261126T200000Z.zip';
  const backup = transfer({ id: '6', kind: 'backup', name, counts: null, bytes: 5 * 1024 ** 2, storedIn });
  const others = [
    transfer({ name: '长'.repeat(200) }),
    transfer({ id: '2', kind: 'export', name: '整站导出.zip', counts: null, bytes: 3 * 1024 ** 3 }),
    transfer({ id: '3', state: 'failed', error: `没有取到 ${'W'.repeat(80)}`, counts: null }),
    transfer({ id: '4', name: '会员.csv', isOfMembers: true, counts: members }),
    transfer({
      id: '5',
      kind: 'export',
      name: '新的.zip',
      counts: null,
      expiresAt: '2026-12-04T08:00:00+08:00',
    }),
  ];
  answer('GET /admin/transfer/list', pageOf([...others, backup, { ...running, id: '8', name: '在途.csv' }]));
  answer('POST /admin/transfer/backup', () => {
    const checked = { ...backup, verifiedAt: '2026-11-27T08:00:00+08:00' };
    answer(
      'GET /admin/transfer/list',
      pageOf([{ ...checked, id: '7', name: '坏的.zip', storedIn: '', verifyFault: '1 处不同' }, checked]),
    );
    return transfer({ kind: 'backup', state: 'queued' });
  });
  await openAdmin('/transfers');
  await expect.element(row('长长')).toMatchTextContent('新增 2，已有 0，跳过 0，有误 1');
  await expect.element(row('整站导出.zip')).toMatchTextContent('3.0 GB');
  await expect.element(row('整站导出.zip')).toMatchTextContent('文件已过期');
  await expect.element(row('新的.zip')).toMatchTextContent('12-04 08:00 前可以下载下载');
  await expect.element(row('会员.csv')).toMatchTextContent('导入会员');
  await expect.element(row('会员.csv')).toMatchTextContent('新增 2，更新 1，没有变化 3，跳过 0，有误 1');
  await expect.element(row(name)).toMatchTextContent(`存在 ${storedIn}`);
  await expectWellMade();
  await button('立即备份').click();
  await expect.element(row('坏的.zip')).toMatchTextContent('验证有问题：1 处不同');
  await expect.element(row(name)).toMatchTextContent('11-27 08:00 验证过，可以恢复');
});

test('shows the progress of a transfer, and cancels it; an export without people needs no permission for them', async () => {
  answer('GET /admin/transfer/list', pageOf([running]));
  answer('POST /admin/transfer/cancel', refuse(409, '任务已经结束'));
  answer('POST /admin/transfer/export', { id: '6' } as never);
  await openAdmin('/transfers', { permissions: ['transfers.manage'] });
  await expect.element(row('旧稿.csv')).toMatchTextContent('1 / 4');
  // The list is polled.
  answer('GET /admin/transfer/list', pageOf([{ ...running, done: 2 }]));
  await expect.element(row('旧稿.csv')).toMatchTextContent('2 / 4');
  await button('取消旧稿.csv').click();
  await expect.element(page.getByText('旧稿.csv：任务已经结束')).toBeVisible();
  // A list answered earlier could remove the button before the click.
  answer('POST /admin/transfer/cancel', () => {
    answer('GET /admin/transfer/list', pageOf([transfer({ state: 'cancelled' })]));
    return null as never;
  });
  await button('取消旧稿.csv').click();
  await expect.element(row('旧稿.csv')).toMatchTextContent('已取消');
  expect(sent('POST /admin/transfer/cancel')).toEqual({ id: '1' });
  await button('导出整站').click();
  await expect.element(dialog('导出整站')).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: '包含会员' })).not.toBeInTheDocument();
  await button('开始导出').click();
  await expect.poll(() => sent('POST /admin/transfer/export')).toEqual({ withoutPeople: true });
});

test('shows what an import left out, fetches its pictures again, and undoes it after a warning', async () => {
  const counts = { added: 9, unchanged: 0, skipped: 1, failed: 0 };
  const undone = transfer({ id: '2', kind: 'undo', counts });
  const drafts = { added: 2, unchanged: 0, skipped: 3, failed: 1, drafts: 1 };
  answer(
    'GET /admin/transfer/list',
    pageOf([transfer({ counts: drafts, missingPictures: 2, canUndo: true })]),
  );
  answer('GET /admin/transfer/detail', {
    ...transfer({ counts: drafts }),
    plan: null,
    report: ['旧稿.csv 第 3 行：标题不能为空'],
  });
  answer('GET /admin/transfer/pictures', {
    records: [
      {
        id: '1',
        src: `https://old.example.org/${'a'.repeat(200)}.png`,
        reason: '对方返回 404',
        isCover: true,
        target: { kind: 'post', id: '9', title: '央行下调利率' },
      },
    ],
    cursor: null,
  });
  answer('POST /admin/transfer/refetch', transfer({ id: '2', kind: 'refetch', state: 'queued' }));
  answer('POST /admin/transfer/undo', () => {
    answer('GET /admin/transfer/list', pageOf([undone]));
    return undone;
  });
  await openAdmin('/transfers');
  await expect.element(row('旧稿.csv')).toMatchTextContent('新增 2（1 篇存为草稿），已有 0');
  await button('没有导入的和草稿').click();
  await expect.element(dialog('旧稿.csv')).toMatchTextContent('第 3 行：标题不能为空');
  await expect.element(dialog('旧稿.csv')).toMatchTextContent('还有 4 条没有列出');
  await dialog().getByRole('button', { name: '关闭' }).click();
  await button('没有取到的图片 2').click();
  await expect
    .element(dialog().getByRole('link', { name: '央行下调利率' }))
    .toHaveAttribute('href', '/admin/posts/9');
  await expect.element(dialog()).toMatchTextContent('封面');
  await expect.element(dialog()).toMatchTextContent('对方返回 404');
  await expectPhoneLayout();
  await dialog().getByRole('textbox', { name: '原站网址' }).fill('https://old.example.org');
  await button('重新抓取').click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(sent('POST /admin/transfer/refetch')).toEqual({ id: '1', site: 'https://old.example.org' });
  await button('撤销旧稿.csv').click();
  await expect
    .element(dialog())
    .toMatchTextContent('有人购买、评论过，或导入后改过的内容，登录、下单过的会员保留');
  await dialog().getByRole('button', { name: '撤销' }).click();
  await expect.element(row('旧稿.csv')).toMatchTextContent('移除 9，保留 1');
  expect(sent('POST /admin/transfer/undo')).toEqual({ id: '1' });
  await expect.element(button('详情')).toBeVisible();
});

test('asks for the columns of categories before it imports, with new ones', async () => {
  const waiting = transfer({ state: 'waiting', counts: null, done: 0, total: null });
  answer('GET /admin/transfer/list', pageOf([waiting]));
  answer('GET /admin/transfer/detail', {
    ...waiting,
    report: [],
    plan: {
      posts: 12,
      pages: 2,
      comments: 3,
      uncategorised: 1,
      categories: [
        { name: '脱水研报', posts: 7 },
        { name: '银行', posts: 4, parent: '脱水研报' },
        { name: '杂谈', posts: 1 },
      ],
    },
  });
  answer('POST /admin/transfer/start', transfer({ state: 'queued' }));
  await openAdmin('/transfers', {
    columns: [
      { id: '1', columnName: '要闻', kind: 'article' },
      { id: '2', columnName: '脱水研报', kind: 'article' },
    ] as never,
  });
  await button('核对栏目').click();
  await expect.element(dialog()).toMatchTextContent('12 篇内容（1 篇没有分类）、2 个单页、3 条评论');
  await choose('银行（4 篇）', '新建栏目');
  await page.getByRole('textbox', { name: '银行的新栏目' }).fill('银行业');
  await expect.element(dialog()).toMatchTextContent('“脱水研报”也有栏目时，建在它下面');
  await expectPhoneLayout();
  await button('开始导入').click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(sent('POST /admin/transfer/start')).toEqual({
    id: '1',
    columnId: '1',
    categories: [
      { name: '脱水研报', columnId: '2' },
      { name: '银行', newColumn: '银行业' },
    ],
  });
});

test('imports a file into a column with the named headers, refuses a large one, and exports with people after a warning', async () => {
  answer('POST /admin/transfer/export', { id: '6' } as never);
  answer('POST /admin/transfer/import', refuse(400, '文件里没有标题这一列'));
  await openAdmin('/transfers', {
    columns: [{ id: '2', columnName: '脱水研报', kind: 'article' } as never],
  });
  await chooseFile(file('旧稿.csv'));
  await choose('栏目', '脱水研报');
  await page.getByText('表头认不出来时').click();
  await page.getByRole('textbox', { name: '标题' }).fill('新闻题目');
  await expectPhoneLayout();
  await button('开始导入').click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('文件里没有标题这一列');
  await expect.element(page.getByRole('textbox', { name: '标题' })).toHaveValue('新闻题目');
  answer('POST /admin/transfer/import', { id: '5' } as never);
  await button('开始导入').click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(sent('POST /admin/transfer/import')).toMatchObject({
    columnId: '2',
    encoding: 'auto',
    mapping: '{"title":"新闻题目"}',
    file: expect.objectContaining({ name: '旧稿.csv' }),
  });
  await expect.poll(() => callsTo('GET /admin/transfer/list').length).toBeGreaterThan(1);
  const uploaded = Promise.withResolvers<never>();
  answer('POST /admin/transfer/import', () => uploaded.promise);
  await chooseFile(file('不要了.csv'));
  await button('开始导入').click();
  await expect.element(page.getByRole('progressbar', { name: '上传进度' })).toBeVisible();
  await dialog().getByRole('button', { name: '取消' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  const reads = callsTo('GET /admin/transfer/list').length;
  uploaded.resolve({ id: '6' } as never);
  const large = file('大.zip');
  Object.defineProperty(large, 'size', { value: 600 * 1024 ** 2 });
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(large);
  const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
  Object.defineProperty(drop, 'dataTransfer', { value: { files: [large], types: ['Files'] } });
  page.getByText('或把它拖到这里').element().dispatchEvent(drop);
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('文件有 600 MB，最多 512 MB');
  await expect.element(button('开始导入')).toBeDisabled();
  await expect.element(page.getByText('表头认不出来时')).not.toBeInTheDocument();
  await dialog().getByRole('button', { name: '取消' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  // A cancelled upload changes nothing, so the list is not read again.
  expect(callsTo('GET /admin/transfer/list')).toHaveLength(reads);
  await button('导出整站').click();
  await page.getByRole('checkbox', { name: '包含会员和编辑部成员' }).click();
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('密码和两步验证不在其中');
  await button('开始导出').click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(sent('POST /admin/transfer/export')).toEqual({ withoutPeople: false });
});
