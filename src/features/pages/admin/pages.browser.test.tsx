import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectPhoneLayout, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, refuse } from '#testing/browser/api.ts';
import { button, dialog, openAdmin, row, toastOf } from '#testing/browser/open-admin.ts';
import { versionRecord } from '#testing/browser/version-record.ts';
import type { EditedFooter } from '../footer/schema.ts';
import type { AdminPage, Content, PageRecord } from '../schema.ts';

const record = (changes: Partial<PageRecord> = {}): PageRecord => ({
  id: '7',
  state: 'published',
  title: '关于我们',
  slug: 'about',
  savedBy: '主编',
  updatedAt: '2026-11-20T08:00:00+08:00',
  hasUnpublishedChanges: false,
  ...changes,
});
const content = (changes: Partial<Content> = {}): Content => ({
  title: '关于我们',
  slug: 'about',
  html: '<p>【请填写：邮箱】</p>',
  ...changes,
});
const opened = (changes: Partial<AdminPage> = {}): AdminPage => ({
  id: '7',
  state: 'draft',
  version: 3,
  liveVersion: 0,
  liveSlug: '',
  content: content(),
  ...changes,
});
const link = (name: string, href: string, pageId: string | null = null) => ({ name, href, pageId });
const footer = (changes: Partial<EditedFooter> = {}): EditedFooter => ({
  version: 2,
  isDefault: false,
  groups: [
    { title: '关于', links: [link('', '', '7'), link('首页', '/index'), link('', '', '8')] },
    { title: '规则', links: [] },
  ],
  ...changes,
});
const field = (name: string) => page.getByRole('textbox', { name });
const bodyOf = (key: Parameters<typeof callsTo>[0]) => callsTo(key).at(-1)?.body;
const saveNow = () => userEvent.keyboard('{Control>}s{/Control}');

beforeEach(() => {
  localStorage.clear();
  answer('GET /admin/page/list', [
    record(),
    record({ id: '8', title: '', slug: '', state: 'draft', savedBy: '' }),
  ]);
  answer('GET /admin/page/detail', opened());
  answer('GET /admin/footer/detail', footer());
  answer('POST /admin/page/save', ({ body: { base } }) => ({
    version: base + 1,
    savedAt: '2026-11-20T09:30:00+08:00',
  }));
});

test('lists pages, withdraws published ones and deletes others', { tags: ['strict'] }, async () => {
  const long = record({ id: '9', title: 'W'.repeat(100), slug: 'a'.repeat(60) });
  const draft = record({ id: '8', title: '', slug: '', state: 'draft' });
  answer('GET /admin/page/list', [long, draft, record({ id: '6', state: 'withdrawn', slug: 'jobs' })]);
  answer('POST /admin/page/withdraw', true);
  answer('POST /admin/page/delete', true);
  await openAdmin('/pages');
  await expect.element(page.getByRole('link', { name: '没有标题' })).toBeVisible();
  await expect.element(row('没有标题')).toMatchTextContent('还没有地址');
  await expect.element(page.getByRole('link', { name: 'aaa' })).toHaveAttribute('href', `/page/${long.slug}`);
  await expect.element(page.getByRole('link', { name: 'jobs' })).not.toBeInTheDocument();
  await expect.element(row('WWW').getByRole('button', { name: '删除' })).not.toBeInTheDocument();
  await expect.element(row('没有标题').getByRole('button', { name: '撤回' })).not.toBeInTheDocument();
  await expectWellMade();
  await row('WWW').getByRole('button', { name: '撤回' }).click();
  await dialog().getByRole('button', { name: '撤回' }).click();
  await expect.poll(() => bodyOf('POST /admin/page/withdraw')).toEqual({ id: '9' });
  await row('没有标题').getByRole('button', { name: '删除' }).click();
  await dialog().getByRole('button', { name: '删除' }).click();
  await expect.poll(() => bodyOf('POST /admin/page/delete')).toEqual({ id: '8' });
});

test('starts a page from a template, and publishes it by keyboard after refusals', async () => {
  answer('GET /admin/page/list', []);
  answer('POST /admin/page/create', { id: '7' });
  answer('POST /admin/page/publish', refuse(409, '地址 news 已经被单页《新闻》用了，请换一个', 'slug'));
  await openAdmin('/pages');
  await expect.element(page.getByRole('heading', { name: '还没有单页' })).toBeVisible();
  await button('从模板新建').click();
  await dialog().getByRole('radio', { name: '版权声明' }).click();
  await button('开始写').click();
  await expect.element(field('标题'), { timeout: 25_000 }).toHaveValue('关于我们');
  expect(bodyOf('POST /admin/page/create')).toEqual({ template: 'copyright' });
  await field('地址').fill('News');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(dialog()).toMatchTextContent('正文里还有 1 处');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert').filter({ hasText: '已经被单页《新闻》用了' })).toBeVisible();
  await expect
    .element(page.getByRole('complementary', { name: '单页信息' }))
    .toMatchTextContent('已经被单页《新闻》用了');
  expect(bodyOf('POST /admin/page/save')).toMatchObject({ base: 3, content: { slug: 'news' } });
  answer('POST /admin/page/publish', refuse(400, '请先写标题再发布', 'title'));
  await field('标题').fill('');
  await button('发布').click();
  await dialog('发布这个单页？').getByRole('button', { name: '发布' }).click();
  await expect.element(page.getByRole('alert').filter({ hasText: '请先写标题再发布' })).toBeVisible();
  answer('POST /admin/page/publish', refuse(400, '读者会看不到：图片（x.example）', 'acceptsUnseen'));
  await button('发布').click();
  await dialog('发布这个单页？').getByRole('button', { name: '发布' }).click();
  const unseen = dialog('有读者看不到的内容');
  await expect.element(unseen).toMatchTextContent('图片（x.example）');
  expect(bodyOf('POST /admin/page/publish')).toEqual({ id: '7', base: 5 });
  answer('POST /admin/page/publish', { slug: 'news' });
  const live = { state: 'published', version: 5, liveVersion: 5, liveSlug: 'news' } as const;
  answer('GET /admin/page/detail', opened(live));
  await unseen.getByRole('button', { name: '照样发布' }).click();
  await expect.element(toastOf('已发布')).toBeVisible();
  expect(bodyOf('POST /admin/page/publish')).toEqual({ id: '7', base: 5, acceptsUnseen: true });
  await expect
    .element(page.getByRole('link', { name: '在站点上查看' }))
    .toHaveAttribute('href', '/page/news');
  await field('地址').fill('newer');
  await expect.element(page.getByText('发布后，/page/news 会转到新地址。')).toBeVisible();
});

test('lets the second of two writers compare, and restores a version', { tags: ['strict'] }, async () => {
  answer('POST /admin/page/save', refuse(409, '这个单页刚被主编保存过'));
  answer('GET /admin/page/versions', [versionRecord(4, true), versionRecord(2)]);
  await openAdmin('/pages/7');
  await expect.element(field('正文'), { timeout: 25_000 }).toBeVisible();
  await expect.element(button('付费线')).not.toBeInTheDocument();
  await expectWellMade();
  await field('标题').fill('我的标题');
  answer(
    'GET /admin/page/detail',
    opened({ version: 4, content: content({ title: '对方的标题', slug: 'b' }) }),
  );
  await saveNow();
  const conflict = dialog('这个单页刚被别人保存过');
  await conflict.getByRole('button', { name: '对照不同' }).click();
  await expect.element(conflict.getByRole('deletion')).toMatchTextContent('对方');
  await button('用对方的').click();
  await expect.element(field('地址')).toHaveValue('b');
  answer('GET /admin/page/version', content({ title: '旧标题' }));
  answer('POST /admin/page/restore', { version: 5, savedAt: '2026-11-20T09:30:00+08:00' });
  await button('版本').click();
  await page.getByRole('button', { name: /第 2 版/ }).click();
  await expectPhoneLayout();
  answer('GET /admin/page/detail', opened({ version: 5, content: content({ title: '旧标题' }) }));
  await button('恢复这一版').click();
  await dialog('恢复第 2 版？').getByRole('button', { name: '恢复' }).click();
  await expect.element(field('标题')).toHaveValue('旧标题');
  expect(bodyOf('POST /admin/page/restore')).toEqual({ id: '7', base: 4, number: 2 });
});

test('adds, changes and deletes links of the footer', { tags: ['strict'] }, async () => {
  answer('POST /admin/footer/save', true);
  await openAdmin('/pages?tab=footer');
  const [about, rules] = footer().groups;
  await expect.element(page.getByText('单页没有发布，读者看不到')).toBeVisible();
  await expect.element(page.getByText('还没有链接，读者看不到这一组。')).toBeVisible();
  await expectWellMade();
  await page.getByRole('region', { name: '规则' }).getByRole('button', { name: '添加链接' }).click();
  await button('保存').click();
  await expect.element(dialog().getByText('请选择单页')).toBeVisible();
  await dialog().getByRole('radio', { name: '其他地址' }).click();
  await dialog().getByRole('textbox', { name: '地址' }).fill('http://example.cn');
  await button('保存').click();
  await expect.element(dialog().getByText('应为以 / 开头的站内地址或 https 地址')).toBeVisible();
  await expect.element(dialog().getByText('请填写名称')).toBeVisible();
  await dialog().getByRole('textbox', { name: '地址' }).fill('https://example.cn');
  await dialog().getByRole('textbox', { name: '名称' }).fill('外站');
  await button('保存').click();
  await expect.element(toastOf('已保存，读者立即看到')).toBeVisible();
  const added = { title: '规则', links: [link('外站', 'https://example.cn')] };
  expect(bodyOf('POST /admin/footer/save')).toEqual({ base: 2, groups: [about, added] });
  // The second of three, which stays the second.
  await button('修改首页').click();
  await dialog().getByRole('textbox', { name: '名称' }).fill('门户');
  await button('保存').click();
  await expect
    .poll(() => bodyOf('POST /admin/footer/save').groups[0].links)
    .toEqual([link('', '', '7'), link('门户', '/index'), link('', '', '8')]);
  await expect.element(dialog()).not.toBeInTheDocument();
  await button('删除首页').click();
  await expect
    .poll(() => bodyOf('POST /admin/footer/save').groups)
    .toEqual([{ ...about, links: [link('', '', '7'), link('', '', '8')] }, rules]);
});

test('sorts, renames and deletes groups of the footer, and reports a concurrent change', async () => {
  answer('POST /admin/footer/save', true);
  await openAdmin('/pages?tab=footer');
  const [about, rules] = footer().groups;
  const handle = button('拖动“规则”组');
  await expect.element(handle).toHaveAttribute('aria-disabled', 'false');
  (handle.element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await userEvent.keyboard('{ArrowUp}');
  const headings = () =>
    page
      .getByRole('main')
      .getByRole('heading', { level: 2 })
      .all()
      .map((one) => one.element().textContent);
  await expect.poll(headings).toEqual(['规则', '关于']);
  await userEvent.keyboard(' ');
  await expect.poll(() => bodyOf('POST /admin/footer/save')).toMatchObject({ groups: [rules, about] });
  answer('POST /admin/footer/save', refuse(409, '页脚刚被别人改过，请对照后再保存'));
  const group = page.getByRole('region', { name: '规则' });
  await group.getByRole('button', { name: '改标题' }).click();
  await dialog().getByRole('textbox', { name: '标题' }).fill('声明');
  await button('保存').click();
  await expect.element(dialog().getByText(/页脚刚被别人改过/)).toBeVisible();
  let current = footer();
  answer('GET /admin/footer/detail', () => current);
  answer('POST /admin/footer/save', ({ body: { groups } }) => {
    current = footer({ isDefault: groups === null, groups: groups ?? [] });
    return true;
  });
  await button('保存').click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await page.getByRole('region', { name: '声明' }).getByRole('button', { name: '删除' }).click();
  await dialog().getByRole('button', { name: '删除' }).click();
  await expect.poll(() => bodyOf('POST /admin/footer/save')).toEqual({ base: 2, groups: [about] });
  await button('恢复默认').click();
  await dialog().getByRole('button', { name: '恢复' }).click();
  await expect.element(page.getByRole('heading', { name: '页脚没有链接' })).toBeVisible();
  await expect.element(button('恢复默认')).not.toBeInTheDocument();
});
