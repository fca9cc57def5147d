import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Column } from '#features/columns/schema.ts';
import type { PostRecord } from '#features/posts/schema.ts';
import { expectAccessible, expectNoSidewaysScroll, expectWellMade } from '#testing/browser/accessibility.ts';
import { answer, callsTo } from '#testing/browser/api.ts';
import { closeSite, currentAddress, logIn, openSite } from '#testing/browser/open-site.ts';
import { pageOf, postRecord } from '#testing/browser/personal.ts';

/** An EventSource that opens at once and that the test controls. */
class Stream extends EventTarget {
  static open: Stream[] = [];
  onopen?: () => void;
  onmessage?: (message: { data: string }) => void;
  constructor() {
    super();
    Stream.open.push(this);
    queueMicrotask(() => this.onopen?.());
  }
  close() {
    Stream.open = Stream.open.filter((stream) => stream !== this);
  }
}

const column: Column = {
  ...{ id: '1', columnName: '全球资讯', description: '', listOrder: 1, parentId: null, kind: 'news' },
  ...{ isNav: 1, isAuth: 0, loginAuth: 0, noMenu: 0, menuType: 1, MenuType: 1, codePath: 1, icon: 'wave' },
  ...{ keepAlive: 1, breadShow: 1, hideChild: 0, children: [] },
};
const openPage = (query = '') => openSite(`/globalInfo${query}`, { columns: [column] });
const list = 'GET /news/reception/getGlobalNewsList';
const main = () => page.getByRole('main');
const bar = (count: number) => page.getByRole('button', { name: `有 ${count} 条新资讯` });
const shownTitles = () =>
  main()
    .getByRole('article')
    .elements()
    .map((article) => article.querySelector('h3')?.textContent);

/** All news of the server, newest first. */
let news: PostRecord[];
const flash = (id: number, changes: Partial<PostRecord> = {}): PostRecord => ({
  ...postRecord(String(id), `第 ${id} 条`),
  kind: 'news',
  columnId: '1',
  summary: '一段足够长的摘要，'.repeat(8),
  ...changes,
});
const publish = (id: number, changes: Partial<PostRecord> = {}) => {
  news = [flash(id, changes), ...news];
};
function emit() {
  for (const stream of Stream.open)
    stream.onmessage?.({ data: JSON.stringify({ id: '0', kind: 'news', columnId: '1' }) });
}

/** Waits until observers, which the browser tells with a frame in the order of their creation, know of a scroll. */
const leavesScreen = (element: Element) =>
  new Promise<void>((resolve) => {
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(element);
  });

function showTab(state: 'visible' | 'hidden') {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  Stream.open = [];
  vi.stubGlobal('EventSource', Stream);
  // The random delay that spreads the readers' requests.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  news = Array.from({ length: 12 }, (_, index) => flash(12 - index));
  answer(list, ({ query }) => ({
    ...pageOf(query.size === '1' ? news.slice(0, 1) : news),
    total: news.length,
  }));
  answer('GET /news/reception/theCharts', [flash(1)]);
  answer('POST /reception/getAdList', []);
  answer('GET /reception/getPinned', []);
  answer('GET /reception/getPlans', []);
  answer('GET /member/memberships', []);
});
afterEach(() => {
  Reflect.deleteProperty(document, 'visibilityState');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('news enter at the top, wait in a bar further down, and are counted in the title of a hidden tab', {
  tags: ['strict'],
}, async () => {
  const icon = document.createElement('link');
  icon.rel = 'icon';
  icon.setAttribute('href', '/favicon.svg');
  document.head.prepend(icon);
  await openPage();
  await expect.element(main()).toMatchTextContent('今天已发 12 条');
  // Published before the stream opened.
  publish(13);
  showTab('visible');
  await expect.poll(() => shownTitles()[0]).toBe('第 13 条');
  await expect.element(main()).toMatchTextContent('今天已发 13 条');
  await expect.element(main().getByRole('status').first()).toMatchTextContent('新增 1 条资讯');
  await expect.poll(() => Stream.open.length).toBe(1);
  publish(14);
  emit();
  await expect.poll(() => shownTitles().slice(0, 2)).toEqual(['第 14 条', '第 13 条']);

  window.scrollTo(0, 900);
  await leavesScreen(main().getByRole('heading', { level: 1 }).element());
  publish(15);
  publish(16);
  emit();
  await expect.element(bar(2)).toBeVisible();
  // The column beside the list is not blank.
  await expect
    .element(page.getByRole('region', { name: '资讯排行' }).getByRole('link').first())
    .toBeInViewport();
  await expect.element(bar(2)).toBeInViewport();
  expect(shownTitles()[0]).toBe('第 14 条');
  await expectAccessible();
  await bar(2).click();
  await expect.poll(() => shownTitles()[0]).toBe('第 16 条');
  expect(window.scrollY).toBeLessThan(400);
  expect(bar(2).query()).toBeNull();

  await expect.poll(() => document.title).toBe('全球资讯 - 观澜');
  publish(17);
  publish(18);
  // The fetch that the event starts ends in the hidden tab.
  const answerNow = answer(list, pageOf([]));
  const { promise, resolve } = Promise.withResolvers<typeof answerNow>();
  answer(list, async (call) => {
    const reply = await promise;
    return typeof reply === 'function' ? reply(call) : reply;
  });
  const calls = callsTo(list).length;
  emit();
  await expect.poll(() => callsTo(list).length).toBeGreaterThan(calls);
  showTab('hidden');
  resolve(answerNow);
  await expect.poll(() => document.title).toBe('(2) 全球资讯 - 观澜');
  expect(decodeURIComponent(icon.getAttribute('href') ?? '')).toContain('>2</text>');
  expect(shownTitles()[0]).toBe('第 16 条');
  showTab('visible');
  await expect.poll(() => shownTitles()[0]).toBe('第 18 条');
  expect(document.title).toBe('全球资讯 - 观澜');
  expect(icon.getAttribute('href')).toBe('/favicon.svg');
  icon.remove();
});

test('news are filtered in the address by importance or, for a member, by watched securities, without a tag', async () => {
  answer(list, ({ query }) => {
    if (query.watched === '1') return pageOf(news.slice(0, 1));
    return pageOf(query.important === '1' ? news.filter(({ important }) => important) : news);
  });
  publish(13, { important: true });
  await openPage('?tag=央行');
  await main().getByRole('link', { name: '只看重要' }).click();
  await expect.poll(currentAddress).toBe('/globalInfo?important=1&tag=%E5%A4%AE%E8%A1%8C');
  await expect.poll(shownTitles).toEqual(['要第 13 条']);
  // Those that come out are filtered too.
  publish(14);
  publish(15, { important: true });
  showTab('visible');
  await expect.poll(shownTitles).toEqual(['要第 15 条', '要第 13 条']);
  expect(callsTo(list).at(-1)?.query).toMatchObject({ important: '1', tag: '央行', columnId: '1' });
  await page.viewport(360, 740);
  await expectNoSidewaysScroll();
  await page.viewport(1440, 900);

  await main().getByRole('link', { name: '自选股' }).click();
  await expect.poll(currentAddress).toBe('/globalInfo?watched=1');
  await expect
    .element(main().getByRole('link', { name: '登录' }))
    .toHaveAttribute('href', '/login?returnTo=%2FglobalInfo%3Fwatched%3D1');
  expect(callsTo(list).some(({ query }) => query.watched === '1')).toBe(false);
  closeSite();
  logIn();
  await openPage('?watched=1');
  await expect.poll(shownTitles).toEqual(['要第 15 条']);
  expect(callsTo(list).find(({ query }) => query.watched === '1')?.query.tag).toBeUndefined();
  answer(list, pageOf([]));
  closeSite();
  logIn();
  await openPage('?watched=1');
  await expect.element(main()).toMatchTextContent('自选股还没有相关资讯');
});

test('alerts are for important news unless all are chosen, and without 自动更新 news wait at the top too', async () => {
  const choice = (name: string) => page.getByRole('dialog').getByRole('switch', { name });
  const closeSettings = () => page.getByRole('dialog').getByRole('button', { name: '关闭' }).click();
  const openSettings = () => main().getByRole('button', { name: '提醒' }).click();
  let permission: NotificationPermission = 'default';
  let answered: NotificationPermission = 'denied';
  const notified: string[] = [];
  const Stub = class {
    static get permission() {
      return permission;
    }
    static async requestPermission() {
      permission = answered;
      return answered;
    }
    constructor(title: string) {
      notified.push(title);
    }
  };
  vi.stubGlobal('Notification', Stub);
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  const tones = vi.spyOn(AudioScheduledSourceNode.prototype, 'start');
  await openPage();
  showTab('visible');
  await openSettings();
  await choice('桌面通知').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('把“通知”改为允许');
  await expect.element(choice('桌面通知')).not.toBeChecked();
  await expectWellMade();

  permission = 'default';
  answered = 'granted';
  await choice('声音提醒').click();
  await choice('桌面通知').click();
  await expect.element(choice('桌面通知')).toBeChecked();
  await expect.poll(() => notified).toEqual(['桌面通知已打开']);
  await expect.poll(() => tones.mock.calls.length).toBe(2);
  await closeSettings();
  expect(JSON.parse(localStorage.getItem('liveNews') ?? '').value).toMatchObject({
    hasSound: true,
    hasNotifications: true,
  });
  await expect.poll(() => Stream.open.length).toBe(1);
  const alert = async (id: number, important: boolean) => {
    publish(id, { important, publishedAt: `2026-11-20T09:${id}:00+08:00` });
    emit();
    await expect.poll(() => shownTitles()[0]).toContain(`第 ${id} 条`);
  };
  await alert(13, false);
  await alert(14, true);
  expect(notified.slice(1)).toEqual(['第 14 条']);
  expect(tones.mock.calls).toHaveLength(4);
  await openSettings();
  await choice('只提醒重要资讯').click();
  await closeSettings();
  await alert(15, false);
  expect(notified.slice(1)).toEqual(['第 14 条', '第 15 条']);
  // A tab that alerts keeps its stream while it is hidden.
  showTab('hidden');
  expect(Stream.open).toHaveLength(1);

  showTab('visible');
  await openSettings();
  await choice('自动更新').click();
  await closeSettings();
  publish(16);
  emit();
  await expect.element(bar(1)).toBeVisible();
  expect(shownTitles()[0]).toBe('第 15 条');
  await bar(1).click();
  await expect.poll(() => shownTitles()[0]).toBe('第 16 条');
});
