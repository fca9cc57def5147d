import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo, networkError, refuse, settleCalls } from '#testing/browser/api.ts';
import { confirmAsSafari } from '#testing/browser/compose.ts';
import { button, choose, dialog, openAdmin, toastOf } from '#testing/browser/open-admin.ts';
import { versionRecord } from '#testing/browser/version-record.ts';
import type { AdminPost, Content, ReviewStatus } from '../../manage/schema.ts';

const content = (changes: Partial<Content> = {}): Content => ({
  columnId: '2',
  authorId: '5',
  coAuthorIds: [],
  title: '铜价为什么又涨了',
  summary: '',
  cover: null,
  access: null,
  price: null,
  vipPrice: null,
  vipFree: false,
  important: false,
  tags: [],
  stockCodes: [],
  html: '<p>铜价上涨了。</p>',
  seoTitle: '',
  seoDescription: '',
  relatedIds: [],
  ...changes,
});
const post = (changes: Partial<AdminPost> = {}): AdminPost => ({
  id: '7',
  kind: 'article',
  state: 'draft',
  version: 3,
  liveVersion: 0,
  publishedAt: null,
  updatedAt: '2026-11-20T08:00:00+08:00',
  deletedAt: null,
  content: content(),
  openedBy: null,
  refusal: null,
  review: null,
  ...changes,
});
const review = (changes: Partial<ReviewStatus> = {}): ReviewStatus => ({
  state: 'pending',
  version: 2,
  note: '',
  submittedBy: { id: '9', name: '陆远' },
  submittedAt: '2026-11-20T08:00:00+08:00',
  decidedBy: null,
  decidedAt: null,
  isOwn: true,
  ...changes,
});
const hit = (level: 'block' | 'review' | 'warn') =>
  ({ field: 'html', label: '正文', word: '稳赚', found: '稳赚', excerpt: '本金稳赚', level }) as never;
const field = (name: string) => page.getByRole('textbox', { name });
const title = () => page.getByRole('textbox', { name: '标题', exact: true });
const body = () => page.getByRole('textbox', { name: '正文' });
const status = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
const saves = () => callsTo('POST /admin/post/save').map(({ body: sent }) => sent);
const editor = ['content.view', 'content.edit'];

async function openPost(
  opened: AdminPost | Parameters<typeof answer<'GET /admin/post/detail'>>[1] = post(),
  permissions = ['*'],
  ownColumnIds: string[] | null = null,
) {
  answer('GET /admin/post/detail', opened);
  const column = (id: string, columnName: string) => ({ id, columnName, kind: 'article' }) as never;
  await openAdmin('/posts/7', {
    permissions,
    columns: [column('2', '脱水研报'), column('9', '宏观手记'), column('11', '央行观察')],
    ownColumnIds,
  });
}

async function saveNow() {
  await userEvent.keyboard('{Control>}s{/Control}');
}

beforeEach(() => {
  localStorage.clear();
  answer('GET /reception/author', { id: '5', name: '沈观潮' } as never);
  answer('GET /admin/post/authors', [
    { id: '6', name: '陆远' },
    { id: '7', name: '林舟' },
  ]);
  answer('GET /admin/post/talk', { areCommentsClosed: false, comments: 3 });
  answer('POST /admin/post/open', { openedBy: null });
  answer('POST /admin/post/close', true);
  answer('POST /admin/post/check', []);
  answer('GET /admin/post/securities', []);
  answer('GET /admin/post/unseen', []);
  answer('POST /admin/post/save', ({ body: { base } }) => ({
    version: base + 1,
    savedAt: '2026-11-20T09:30:00+08:00',
  }));
});

test('opens a post with long words, and keeps its fields and tools in view beside a long text', {
  tags: ['strict'],
}, async () => {
  const long = content({
    title: '很长的标题'.repeat(30),
    html: `<p>${'W'.repeat(400)}</p>${'<p>段</p>'.repeat(60)}`,
    tags: ['长'.repeat(30)],
    stockCodes: ['600519'],
  });
  answer('GET /admin/post/securities', [
    { code: '300750', name: '宁德时代' },
    { code: '601899', name: '紫金矿业' },
  ]);
  await openPost(post({ content: long, review: review({ state: 'rejected', note: '请补来源' }) }));
  // The first test also waits for the editor's modules to load.
  await expect.element(page.getByText('退回了第 2 版'), { timeout: 25_000 }).toBeVisible();
  await expect.element(page.getByText('请补来源')).toBeVisible();
  await expect.element(page.getByTitle('脱水研报')).toBeVisible();
  await expect.element(page.getByTitle('沈观潮')).toBeVisible();
  await expect.element(page.getByRole('group', { name: '文中提到' })).toBeVisible();
  await expectWellMade();
  const boxOf = (element: Element) => element.getBoundingClientRect();
  const side = page.getByRole('complementary', { name: '稿件信息' }).element();
  for (const width of [1440, 1024]) {
    await page.viewport(width, 800);
    window.scrollTo(0, document.documentElement.scrollHeight);
    await expect.poll(() => boxOf(side).top).toBeLessThan(100);
    expect(boxOf(side).bottom).toBeLessThanOrEqual(800);
    const tools = boxOf(page.getByRole('toolbar', { name: '正文工具' }).element());
    expect(tools.top).toBeGreaterThanOrEqual(0);
    expect(tools.bottom).toBeLessThan(400);
  }
});

test('retries a failed load, and warns of another writer, once a minute at least, until they leave', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  answer('POST /admin/post/open', { openedBy: { id: '9', name: '陆远' } });
  await openPost(networkError() as never);
  await expect.element(page.getByText('没有取到稿件')).toBeVisible();
  answer('GET /admin/post/detail', post({ openedBy: { id: '9', name: '陆远' } }));
  await button('重试').click();
  await expect.element(page.getByText('陆远正在编辑这篇稿件')).toBeVisible();
  await settleCalls();
  const opened = callsTo('POST /admin/post/open').length;
  answer('POST /admin/post/open', { openedBy: null });
  // The server forgets a writer who has not renewed for a minute.
  vi.advanceTimersByTime(50_000);
  await expect.poll(() => callsTo('POST /admin/post/open').length).toBeGreaterThan(opened);
  await expect.element(page.getByText('陆远正在编辑这篇稿件')).not.toBeInTheDocument();
  expect(callsTo('POST /admin/post/open').at(-1)?.body).toEqual({ id: '7' });
  const closed = callsTo('POST /admin/post/close').length;
  answer('GET /admin/post/list', { records: [], total: 0, size: 20, current: 1, pages: 0, cursor: null });
  await page.getByRole('link', { name: '‹ 文章' }).click();
  await expect.poll(() => callsTo('POST /admin/post/close').length).toBe(closed + 1);
});

test('is read-only for a member who may not write', async () => {
  await openPost(post(), ['content.view']);
  await expect.element(page.getByText('没有修改它的权限')).toBeVisible();
  await expect.element(button('预览')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /发布|保存|送审/ })).not.toBeInTheDocument();
  await expect.element(field('摘要')).toBeDisabled();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(toastOf('权限不足！')).toBeVisible();
  expect(callsTo('POST /admin/post/open')).toEqual([]);
});

test('shows a post of another column read-only, with the reason', async () => {
  const refusal = '你不负责栏目“脱水研报”，只能看里面的内容';
  answer('GET /admin/post/versions', [versionRecord(1)]);
  answer('GET /admin/post/version', content());
  await openPost(post({ refusal, state: 'published' }), [...editor, 'content.publish'], ['9']);
  await expect.element(page.getByText(`${refusal}。`)).toBeVisible();
  await expect.element(page.getByTitle('脱水研报')).toBeVisible();
  for (const name of ['保存', '撤回', '发布修改', '公众号', '送审'])
    await expect.element(button(name)).not.toBeInTheDocument();
  await button('版本').click();
  await page.getByRole('button', { name: /第 1 版/ }).click();
  await expect.element(page.getByText('从第 1 版到现在')).toBeVisible();
  await expect.element(button('恢复这一版')).not.toBeInTheDocument();
  expect(callsTo('POST /admin/post/open')).toEqual([]);
});

test('begins a new post at its title, saves changes after a pause and at once with Ctrl+S, and has a toolbar for the keyboard', async () => {
  await openPost(post({ content: content({ title: '未命名', html: '' }) }));
  await expect.element(title()).toHaveFocus();
  await userEvent.keyboard('新的');
  confirmAsSafari();
  await expect.element(title()).toHaveFocus();
  await userEvent.keyboard('{Enter}第一段');
  await expect.element(title()).toHaveValue('新的');
  await expect.element(body()).toMatchTextContent('第一段');
  await expect.element(status('有改动，稍后自动保存')).toBeVisible();
  await expect.poll(saves).toHaveLength(1);
  expect(saves()[0]).toEqual({
    id: '7',
    base: 3,
    content: content({ title: '新的', html: '<p>第一段</p>' }),
    isAutosave: true,
  });
  await expect.element(status('已保存 09:30')).toBeVisible();
  await field('摘要').fill('一句话');
  await saveNow();
  await expect.poll(saves).toHaveLength(2);
  expect(saves()[1]).toMatchObject({ base: 4, content: { summary: '一句话' }, isAutosave: false });

  const tool = (name: string) =>
    page.getByRole('toolbar', { name: '正文工具' }).getByRole('button', { name });
  await title().click();
  await userEvent.tab();
  await expect.element(tool('H2 二级标题')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(tool('H3 三级标题')).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(tool('重做')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}');
  await expect.element(tool('重做')).toHaveFocus();
  await userEvent.tab();
  await expect.element(body()).toHaveFocus();
  await userEvent.tab({ shift: true });
  await expect.element(tool('重做')).toHaveFocus();
});

test("saves the side fields under the call's parameter names, and adds the securities that the text names", async () => {
  answer('GET /admin/post/securities', [
    { code: '300750', name: '宁德时代' },
    { code: '600519', name: '贵州茅台' },
    { code: '601899', name: '紫金矿业' },
    { code: '000001', name: '平安银行' },
  ]);
  answer('GET /admin/post/list', {
    records: [{ id: '8', title: '铝价' }] as never,
    total: 1,
    size: 20,
    current: 1,
    pages: 1,
    cursor: null,
  });
  await openPost(post({ content: content({ stockCodes: ['600519'] }) }));
  await expect.element(page.getByTitle('沈观潮')).toBeVisible();
  await choose('栏目', '宏观手记');
  await choose('作者', '陆远');
  await choose('合著者', '林舟');
  await choose('可见范围', '会员');
  await page.getByRole('checkbox', { name: '重要' }).click();
  await page.getByRole('combobox', { name: '标签' }).fill('ceshi');
  confirmAsSafari();
  await expect.element(page.getByRole('combobox', { name: '标签' })).toHaveValue('ceshi');
  await page.getByRole('combobox', { name: '标签' }).fill('铜，有色，');
  await page.getByRole('combobox', { name: '股票代码' }).fill('３０００５９ ');
  await page.getByRole('combobox', { name: '相关内容' }).fill('铝');
  await page.getByTitle('铝价', { exact: true }).click();
  expect(callsTo('GET /admin/post/list').at(-1)?.query).toMatchObject({ state: 'published', keyword: '铝' });
  const named = page.getByRole('group', { name: '文中提到' });
  await expect.element(named.getByRole('button', { name: '贵州茅台' })).not.toBeInTheDocument();
  await named.getByRole('button', { name: '宁德时代' }).click();
  await expect.element(named.getByRole('button', { name: '宁德时代' })).not.toBeInTheDocument();
  await named.getByRole('button', { name: '全部加上' }).click();
  await expect.element(named).not.toBeInTheDocument();
  await saveNow();
  await expect
    .poll(() => saves().at(-1)?.content)
    .toEqual(
      content({
        columnId: '9',
        authorId: '6',
        coAuthorIds: ['7'],
        access: 'member',
        important: true,
        tags: ['铜', '有色'],
        stockCodes: ['600519', '300059', '300750', '601899', '000001'],
        relatedIds: ['8'],
      }),
    );
});

test('never saves text that is not an amount, checks the words just typed, and closes comments at once', async () => {
  answer('POST /admin/post/check', [hit('warn')]);
  await openPost(post({ content: content({ access: 'paid' }) }));
  await field('VIP 价（元）').fill('20');
  await expect.element(page.getByText('先填价格')).toBeVisible();
  await field('价格（元）').fill('12.345');
  await expect.element(page.getByText(/最多两位小数/)).toBeVisible();
  await field('搜索标题').fill('铜');
  await saveNow();
  await expect.poll(() => saves().at(-1)?.content).toMatchObject({ price: null, seoTitle: '铜' });
  await expect.element(field('价格（元）')).toHaveValue('12.345');
  await field('价格（元）').fill('18.5');
  await expect.element(page.getByText('VIP 价不能高于价格')).toBeVisible();
  await page.getByRole('checkbox', { name: 'VIP 免费读' }).click();
  await expect.element(field('VIP 价（元）')).not.toBeInTheDocument();
  await saveNow();
  await expect
    .poll(() => saves().at(-1)?.content)
    .toMatchObject({ price: 1850, vipPrice: null, vipFree: true });

  await title().fill('本金稳赚');
  await button('查敏感词').click();
  const words = page.getByRole('region', { name: '敏感词' });
  await expect.element(words).toMatchTextContent('本金稳赚');
  await expect.element(words).toMatchTextContent('提醒');
  expect(saves().at(-1)).toMatchObject({ content: { title: '本金稳赚' } });
  answer('POST /admin/post/check', []);
  await button('查敏感词').click();
  await expect.element(page.getByText('没有查到敏感词。')).toBeVisible();
  // A result of the text before is not shown beside a newer one.
  await title().fill('本金');
  await saveNow();
  await expect.element(page.getByText('没有查到敏感词。')).not.toBeInTheDocument();

  answer('POST /admin/post/closeComments', refuse(409, '评论正在被审核'));
  const closed = page.getByRole('checkbox', { name: '关闭评论' });
  await expect.element(page.getByText('已有 3 条')).toBeVisible();
  await closed.click();
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('评论正在被审核');
  await page.getByRole('alertdialog').getByRole('button').click();
  await expect.element(closed).not.toBeChecked();
  answer('POST /admin/post/closeComments', { areCommentsClosed: true, comments: 3 });
  answer('GET /admin/post/talk', { areCommentsClosed: true, comments: 3 });
  await closed.click();
  await expect.element(toastOf('已关闭评论')).toBeVisible();
  await expect.element(closed).toBeChecked();
  expect(callsTo('POST /admin/post/closeComments').at(-1)?.body).toEqual({ id: '7', isClosed: true });
});

test('shows that it is offline, keeps the text in this browser, saves it later, and offers it after a return', async () => {
  const online = answer('POST /admin/post/save', networkError());
  answer('GET /admin/post/list', { records: [], total: 0, size: 20, current: 1, pages: 0, cursor: null });
  await openPost();
  await title().fill('断线时写的');
  await saveNow();
  await expect.element(status('离线，已存在本机')).toBeVisible();
  expect(JSON.stringify(localStorage)).toContain('断线时写的');
  answer('POST /admin/post/save', online);
  window.dispatchEvent(new Event('online'));
  await expect.element(status('已保存 09:30')).toBeVisible();
  expect(JSON.stringify(localStorage)).not.toContain('断线时写的');

  const copy = page.getByText('这台电脑上有一份没有保存的内容');
  /** Leaves a summary in this browser that does not reach the server, and returns to the post. */
  const returnAfterOffline = async (summary: string) => {
    let failedSaves = 0;
    answer('POST /admin/post/save', () => {
      failedSaves += 1;
      return networkError();
    });
    await field('摘要').fill(summary);
    await saveNow();
    await expect.element(status('离线，已存在本机')).toBeVisible();
    await page.getByRole('link', { name: '‹ 文章' }).click();
    await expect.element(page.getByRole('heading', { name: '文章', exact: true })).toBeVisible();
    // The page saves once more when it is left.
    await expect.poll(() => failedSaves).toBeGreaterThan(1);
    answer('POST /admin/post/save', online);
    history.back();
    await expect.element(copy).toBeVisible();
    await expect.element(field('摘要')).toHaveValue('');
  };
  await returnAfterOffline('要丢弃的');
  await button('丢弃').click();
  await expect.element(copy).not.toBeInTheDocument();
  await expect.element(field('摘要')).toHaveValue('');
  expect(JSON.stringify(localStorage)).not.toContain('要丢弃的');

  await returnAfterOffline('要恢复的');
  await button('恢复').click();
  await expect.element(copy).not.toBeInTheDocument();
  await expect.element(field('摘要')).toHaveValue('要恢复的');
  await saveNow();
  await expect.element(status('已保存 09:30')).toBeVisible();
  expect(saves().at(-1)).toMatchObject({ base: 3, content: { summary: '要恢复的' } });
  expect(JSON.stringify(localStorage)).not.toContain('要恢复的');
});

test('lets the second of two writers compare and keep their own text or take the other, and restores a version', async () => {
  answer('POST /admin/post/save', refuse(409, '稿件刚被别人保存过'));
  answer('GET /admin/post/versions', [versionRecord(4, true), versionRecord(3)]);
  await openPost();
  await title().fill('我的标题');
  answer('GET /admin/post/detail', post({ version: 4, content: content({ title: '对方的标题' }) }));
  await saveNow();
  const conflict = dialog('这篇稿件刚被别人保存过');
  await expect.element(conflict).toMatchTextContent('主编 在 11-20 08:00 保存了第 4 版');
  await conflict.getByRole('button', { name: '对照不同' }).click();
  await expect.element(conflict.getByRole('deletion')).toMatchTextContent('对方');
  answer('POST /admin/post/save', { version: 5, savedAt: '2026-11-20T09:30:00+08:00' });
  await button('保留我的').click();
  await expect.element(status('已保存 09:30')).toBeVisible();
  expect(saves().at(-1)).toMatchObject({ base: 4, content: { title: '我的标题' } });

  answer('POST /admin/post/save', refuse(409, '稿件刚被别人保存过'));
  await field('摘要').fill('我的摘要');
  const theirs = content({ title: '对方的标题', summary: '对方的摘要', html: '<p>对方的正文。</p>' });
  answer('GET /admin/post/detail', post({ version: 6, content: theirs }));
  await saveNow();
  await button('用对方的').click();
  await expect.element(field('摘要')).toHaveValue('对方的摘要');
  await expect.element(title()).toHaveValue('对方的标题');
  await expect.element(body()).toMatchTextContent('对方的正文。');
  await expect.element(conflict).not.toBeInTheDocument();

  answer('GET /admin/post/versions', [versionRecord(6, true), versionRecord(2)]);
  answer('GET /admin/post/version', content({ html: '<p>铜价下跌了。</p>' }) as never);
  answer('POST /admin/post/restore', { version: 7, savedAt: '2026-11-20T09:30:00+08:00' });
  await button('版本').click();
  await page.getByRole('button', { name: /^第 6 版/ }).click();
  await expect.element(button('恢复这一版')).not.toBeInTheDocument();
  await page.getByRole('button', { name: /^第 2 版/ }).click();
  await expect.element(dialog().getByRole('deletion').first()).toMatchTextContent('铜价下跌');
  await expectAccessible();
  await button('恢复这一版').click();
  const restored = content({ summary: '旧的', html: '<p>铜价下跌了。</p>' });
  answer('GET /admin/post/detail', post({ version: 7, content: restored }));
  await button('恢复').click();
  await expect.element(toastOf('已恢复第 2 版')).toBeVisible();
  await expect.element(body()).toMatchTextContent('铜价下跌了。');
  await expect.element(field('摘要')).toHaveValue('旧的');
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(callsTo('POST /admin/post/restore').at(-1)?.body).toEqual({ id: '7', base: 6, number: 2 });
});

test('publishes by keyboard unless a word is blocked or another dialog is open, then links to the live page and withdraws', async () => {
  answer('POST /admin/post/check', [hit('block')]);
  answer('POST /admin/post/publish', { version: 4, savedAt: '2026-11-20T09:30:00+08:00', isHeld: false });
  await openPost();
  await expect.element(button('在站点上查看')).not.toBeInTheDocument();
  await expect.element(button('公众号')).not.toBeInTheDocument();
  await body().click();
  await button('脚注').click();
  await field('注释').fill('按均价');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(body()).toMatchTextContent('按均价');
  await expect.element(dialog()).not.toBeInTheDocument();

  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(dialog().getByText('含有禁止发布的词，请先修改')).toBeVisible();
  await expect.element(button('现在发布')).toBeDisabled();
  await expectAccessible();
  await dialog().getByRole('button', { name: '取消' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  answer('POST /admin/post/check', []);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(button('现在发布')).toBeEnabled();
  await expect.element(dialog().getByText('含有禁止发布的词，请先修改')).not.toBeInTheDocument();
  button('现在发布').element().focus();
  answer('GET /admin/post/detail', post({ state: 'published', version: 4, liveVersion: 4 }));
  await userEvent.keyboard('{Enter}');
  await expect.element(toastOf('已发布，读者现在就能看到')).toBeVisible();
  expect(callsTo('POST /admin/post/publish').map(({ body: sent }) => sent)).toEqual([
    { id: '7', base: 4, isReviewed: false },
  ]);
  const link = page.getByRole('link', { name: '在站点上查看' });
  await expect.element(link).toHaveAttribute('href', expect.stringContaining('/detail?id=7'));

  answer('GET /admin/wechatDraft/overview', {
    ...{ account: null, obstacle: '还没有配置微信服务号', version: 3, isSent: false, isCut: false },
    ...{ hasCover: true, title: '铜价', suggested: { title: '铜价', author: '', digest: '' }, drafts: [] },
  });
  answer('GET /admin/wechatDraft/copy', { html: '', text: '', pictures: 0, isCut: false });
  await button('公众号').click();
  await expect.element(dialog('发到公众号').getByText('还没有配置微信服务号')).toBeVisible();
  await expect.element(dialog().getByText('有没发布的修改')).not.toBeInTheDocument();
  await dialog('发到公众号').getByRole('button', { name: '关闭' }).click();
  await expect.element(dialog()).not.toBeInTheDocument();

  answer('POST /admin/post/withdraw', true);
  await button('撤回').click();
  await dialog('撤回这篇稿件？').getByRole('button', { name: '撤回' }).click();
  await expect.element(toastOf('已撤回')).toBeVisible();
  expect(callsTo('POST /admin/post/withdraw').at(-1)?.body).toEqual({ id: '7' });
});

test('schedules a post in Shanghai time, reports an invalid time, and proposes another time for a scheduled one', async () => {
  answer('POST /admin/post/publish', refuse(400, '定时时间已经过去，请选一个将来的时间', 'at'));
  await openPost();
  await expect.element(body()).toBeVisible();
  await button('发布').click();
  await expect.element(button('现在发布')).toHaveFocus();
  await dialog().getByRole('radio', { name: '定时' }).click();
  const time = dialog().getByLabelText('发布时间（北京时间）');
  await time.fill('');
  await button('定时发布').click();
  await expect.element(dialog().getByText('请选好日期和时间')).toBeVisible();
  await time.fill('2020-01-01T08:00');
  await button('定时发布').click();
  await expect.element(dialog().getByText('定时时间已经过去，请选一个将来的时间')).toBeVisible();
  answer('POST /admin/post/publish', { version: 3, savedAt: '2026-11-20T09:30:00+08:00', isHeld: false });
  answer('GET /admin/post/detail', post({ state: 'scheduled', publishedAt: '2099-01-01T08:00:00+08:00' }));
  await time.fill('2099-01-01T08:00');
  await button('定时发布').click();
  await expect.element(toastOf('已定时，2099-01-01 08:00 发布')).toBeVisible();
  expect(callsTo('POST /admin/post/publish').at(-1)?.body).toEqual({
    id: '7',
    base: 3,
    at: '2099-01-01T08:00',
    isReviewed: false,
  });

  answer('POST /admin/post/check', [hit('review')]);
  await button('改定时').click();
  await expect.element(dialog().getByRole('radio', { name: '定时' })).toBeChecked();
  await expect.element(time).toHaveValue('2099-01-01T08:00');
  await expect.element(dialog().getByRole('button', { name: '送审' })).toBeVisible();
  await dialog().getByRole('checkbox', { name: '我是审核员' }).click();
  await time.fill('2099-01-02T08:00');
  await button('定时发布').click();
  await expect.element(toastOf('已定时，2099-01-02 08:00 发布')).toBeVisible();
  expect(callsTo('POST /admin/post/publish').at(-1)?.body).toEqual({
    id: '7',
    base: 3,
    at: '2099-01-02T08:00',
    isReviewed: true,
  });
  answer('POST /admin/post/withdraw', true);
  await button('取消定时').click();
  await dialog('取消定时这篇稿件？').getByRole('button', { name: '取消定时' }).click();
  await expect.element(toastOf('已取消定时')).toBeVisible();
});

test('submits the post of a member who may not publish to a reviewer, with what readers will not see, and withdraws the submission', async () => {
  answer('POST /admin/post/submit', { version: 6, savedAt: '2026-11-20T09:30:00+08:00', isHeld: true });
  answer('POST /admin/post/cancelReview', true);
  const [first, second, third] = ['a', 'b', 'c'].map((name) => `https://x.example/${name}.png`) as [
    string,
    string,
    string,
  ];
  const foreign = [first, second, third].map((src) => `<figure><img src="${src}"></figure>`).join('');
  // What the server finds in the saved version.
  answer('GET /admin/post/unseen', () => {
    const html = saves().at(-1)?.content.html ?? foreign;
    return [...html.matchAll(/https:[^"]*/g)].map(([address]) => ({ kind: 'picture', address, name: '' }));
  });
  const stored = (address: string) => ({
    item: { kind: 'image', address, name: '', alt: '', width: 30, height: 20, bytes: 9 } as never,
    isNew: true,
  });
  answer('POST /admin/media/bring', stored('/files/brought.webp'));
  const upload = Promise.withResolvers<ReturnType<typeof stored>>();
  answer('POST /admin/media/upload', () => upload.promise);
  await openPost(
    post({ state: 'published', liveVersion: 3, content: content({ html: `<p>字</p>${foreign}` }) }),
    editor,
    ['2', '9'],
  );
  // The member may write in two of the three columns.
  await page.getByRole('combobox', { name: '栏目' }).click();
  await expect.element(page.getByTitle('宏观手记')).toBeVisible();
  await expect.element(page.getByTitle('央行观察')).not.toBeInTheDocument();
  await page.getByTitle('脱水研报').last().click();
  for (const name of ['公众号', '撤回', '改发布时间'])
    await expect.element(button(name)).not.toBeInTheDocument();
  await button('送审').click();
  await expect.element(dialog().getByRole('radio')).not.toBeInTheDocument();
  const unseen = dialog().getByRole('listitem');
  await expect.element(dialog().getByRole('button', { name: '送审' })).toBeDisabled();
  await expect.element(dialog().getByText('读者看不到这 3 处')).toBeVisible();
  const nameOf = (action: string) => `${action}图片（x.example）`;
  await unseen
    .nth(0)
    .getByRole('button', { name: nameOf('重新取回') })
    .click();
  await expect.element(dialog().getByText('读者看不到这 2 处')).toBeVisible();
  expect(callsTo('POST /admin/media/bring').at(-1)?.body).toEqual({ url: first });
  const input = unseen.nth(0).element().querySelector('input') as HTMLInputElement;
  expect(input.checkVisibility(), 'the button opens it').toBe(false);
  const chosen = new DataTransfer();
  chosen.items.add(new File(['a'], 'b.png', { type: 'image/png' }));
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(unseen.nth(0)).toMatchTextContent(/正在上传 \d+%|正在处理/);
  upload.resolve(stored('/files/uploaded.webp'));
  await expect.element(dialog().getByText('读者看不到这 1 处')).toBeVisible();
  await expect.element(dialog().getByRole('button', { name: '送审' })).toBeDisabled();
  await dialog().getByRole('checkbox', { name: '我知道读者看不到这些，照样送审' }).click();
  answer('POST /admin/post/submit', refuse(400, '正文还是空的，不能发布', 'html'));
  await dialog().getByRole('button', { name: '送审' }).click();
  await expect.element(dialog().getByText('正文还是空的，不能发布')).toBeVisible();
  expect(callsTo('POST /admin/post/submit').at(-1)?.body).toEqual({ id: '7', base: 5, acceptsUnseen: true });
  answer('POST /admin/post/submit', { version: 6, savedAt: '2026-11-20T09:30:00+08:00', isHeld: true });
  await unseen.getByRole('button', { name: nameOf('删去') }).click();
  await expect.element(unseen).not.toBeInTheDocument();
  const size = 'width="30" height="20"';
  const own = ['brought', 'uploaded'].map(
    (name) => `<figure><img src="/files/${name}.webp" ${size}></figure>`,
  );
  expect(saves().at(-1)?.content.html).toBe(`<p>字</p>${own.join('')}`);
  await expect.element(body().getByRole('img')).toHaveLength(2);
  answer('GET /admin/post/detail', post({ review: review() }));
  await dialog().getByRole('button', { name: '送审' }).click();
  await expect.element(toastOf('已送审，审核通过后发布')).toBeVisible();
  expect(callsTo('POST /admin/post/submit').at(-1)?.body).toMatchObject({ id: '7', base: 6 });
  await expect.element(page.getByText('第 2 版正在等待审核')).toBeVisible();
  await expect.element(page.getByText('之后的修改不在送审的版本里')).toBeVisible();
  // A reviewer was faster: the writer reads what they ask for.
  const decided = { decidedBy: { id: '5', name: '沈观潮' }, decidedAt: '2026-11-20T09:00:00+08:00' };
  const asked = review({ state: 'changes', note: '数字对一下。', ...decided });
  answer('GET /admin/post/detail', post({ review: asked }));
  await button('撤回送审').click();
  await expect.element(toastOf('已撤回送审')).toBeVisible();
  await expect.element(page.getByText('沈观潮要求修改第 2 版')).toBeVisible();
  await expect.element(page.getByText('数字对一下。 改好后请再次送审。')).toBeVisible();
  await expect.element(page.getByText('正在等待审核')).not.toBeInTheDocument();
  expect(callsTo('POST /admin/post/cancelReview').at(-1)?.body).toEqual({ id: '7' });
});

test('previews the post as each kind of reader will see it, and makes, shows once and revokes links', async () => {
  answer(
    'GET /admin/post/preview',
    ({ query }) =>
      ({
        title: '铜价',
        authors: [
          { id: '5', name: '沈观潮' },
          { id: '6', name: '陆远' },
        ],
        columnName: '脱水研报',
        wordCount: 1200,
        body: `<p>给${query.as}的正文</p>`,
        lockReason: query.as === 'vip' ? null : 'paid',
        updatedAt: '2026-11-20T09:00:00+08:00',
        lockedWordCount: 800,
        price: 1800,
        vipPrice: 900,
      }) as never,
  );
  const link = { as: 'buyer' as const, version: null, createdBy: '沈观潮', lastOpenedAt: null, opened: 2 };
  const times = { createdAt: '2026-11-20T08:00:00+08:00', expiresAt: '2026-11-23T08:00:00+08:00' };
  answer('GET /admin/post/previewLinks', [
    { id: '3', label: '王律师', state: 'open', ...link, ...times },
    { id: '2', label: '旧的', state: 'expired', ...link, ...times },
  ]);
  answer('POST /admin/post/createPreviewLink', {
    id: '4',
    token: 't'.repeat(43),
    expiresAt: times.expiresAt,
  });
  answer('POST /admin/post/revokePreviewLink', true);
  await openPost();
  await button('预览').click();
  await expect.element(dialog().getByText('给visitor的正文')).toBeVisible();
  await expect.element(dialog().getByText('购买后可读（¥18，VIP 价 ¥9）')).toBeVisible();
  await expectAccessible();
  await expect.element(dialog().getByText(/沈观潮、陆远/)).toBeVisible();
  await dialog().getByText('买过的人', { exact: true }).click();
  await expect.element(dialog().getByText('给buyer的正文')).toBeVisible();
  await dialog().getByText('VIP', { exact: true }).click();
  await expect.element(dialog().getByText('给vip的正文')).toBeVisible();
  await expect.element(dialog().getByText('购买后可读')).not.toBeInTheDocument();

  await expect.element(page.getByRole('list', { name: '预览链接' })).toMatchTextContent('打开过 2 次');
  expect(dialog().getByRole('button', { name: '撤销' }).elements()).toHaveLength(1);
  await dialog('预览').getByRole('button', { name: '撤销' }).click();
  await dialog('撤销给“王律师”的链接？').getByRole('button', { name: '撤销' }).click();
  await expect.element(toastOf('已撤销')).toBeVisible();
  expect(callsTo('POST /admin/post/revokePreviewLink').at(-1)?.body).toEqual({ id: '7', linkId: '3' });
  await button('生成链接').click();
  await field('给谁看').fill('李会计');
  await button('生成').click();
  await expect.element(page.getByText(`/preview#${'t'.repeat(43)}`)).toBeVisible();
  expect(callsTo('POST /admin/post/createPreviewLink')[0]?.body).toEqual({
    ...{ id: '7', label: '李会计', days: '3', as: 'visitor', isFixed: false },
  });
});

test('a contributor writes and submits, and can neither change the byline nor close comments', async () => {
  await openPost(post(), ['content.contribute']);
  await expect.element(page.getByRole('combobox', { name: '作者' })).toBeDisabled();
  await expect.element(page.getByRole('combobox', { name: '合著者' })).toBeDisabled();
  await expect.element(button('送审')).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: '关闭评论' })).not.toBeInTheDocument();
});

test('opens a binned post for reading only until it is restored, publishes it with a time in the past, and corrects the time', async () => {
  answer('POST /admin/post/undelete', () => {
    answer('GET /admin/post/detail', post());
    return true;
  });
  answer('POST /admin/post/publish', () => {
    const publishedAt = '2020-01-01T08:00:00+08:00';
    answer('GET /admin/post/detail', post({ state: 'published', liveVersion: 3, publishedAt }));
    return { version: 3, savedAt: '2026-11-20T09:30:00+08:00', isHeld: false };
  });
  answer('POST /admin/post/setPublishedAt', true);
  await openPost(post({ deletedAt: '2026-11-21T09:30:00+08:00' }), [...editor, 'content.publish']);
  await expect.element(page.getByText('在 11-21 09:30 放进了回收站')).toBeVisible();
  await expect.element(title()).toHaveAttribute('readonly');
  await expect.element(button('发布')).not.toBeInTheDocument();
  await button('恢复').click();
  await expect.element(button('发布')).toBeVisible();
  await expect.element(title()).not.toHaveAttribute('readonly');

  await button('发布').click();
  await dialog().getByRole('radio', { name: '用过去的时间' }).click();
  await dialog().getByLabelText('读者看到的时间（北京时间）').fill('2020-01-01T08:00');
  await dialog().getByRole('button', { name: '发布' }).click();
  await button('改发布时间').click();
  expect(callsTo('POST /admin/post/publish').at(-1)?.body).toMatchObject({ publishedAt: '2020-01-01T08:00' });
  await expect.element(dialog().getByLabelText('发布时间（北京时间）')).toHaveValue('2020-01-01T08:00');
  await dialog().getByLabelText('发布时间（北京时间）').fill('2019-06-01T09:00');
  await dialog().getByRole('button', { name: '保存' }).click();
  await expect.element(toastOf('发布时间已改')).toBeVisible();
  expect(callsTo('POST /admin/post/setPublishedAt').at(-1)?.body).toEqual({
    id: '7',
    at: '2019-06-01T09:00',
  });
});
