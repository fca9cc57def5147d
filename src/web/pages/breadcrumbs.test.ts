import { expect, test } from 'vitest';
import type { Column } from '#features/columns/schema.ts';
import { defaultMenu } from '#shared/menu.ts';
import type { FetchCall } from '../api.ts';
import { createSite, type Site } from '../entry.server.tsx';

const site = {
  name: '观澜',
  url: '',
  icp: '',
  icpLicence: '',
  police: '',
  newsLicence: '',
  complaints: '',
  menu: defaultMenu,
  home: '/index',
};
const assets = { styles: [], scripts: [], preloads: [], start: '' };
const column = { id: '102', columnName: '宏观手记', kind: 'article', isNav: 1, loginAuth: 0 } as Column;
// All other calls fail; neither page needs them.
const answers: Record<string, unknown> = {
  'GET /reception/article/getResearchArticleList': { records: [], total: 0, pages: 0 },
  'POST /reception/article/selectArticle': {
    id: '7',
    kind: 'article',
    title: '一篇',
    summary: '',
    columnId: '102',
    publishedAt: '2026-11-20T07:30:00+08:00',
    authors: [{ id: '1', name: '长堤' }],
    author: { id: '1', name: '长堤', title: '', bio: '', avatar: null, posts: 3 },
    coAuthors: [],
    tags: [],
    stockCodes: [],
    headings: [],
    attachments: [],
    body: '<p>正文。</p>',
    lockReason: null,
  },
};
const fetchCall = (async (key: string) =>
  answers[key] ?? Promise.reject(new Error('no answer'))) as unknown as FetchCall;

async function hasBreadcrumbs(address: string, breadShow: 0 | 1): Promise<boolean> {
  const renderer = createSite([{ ...column, breadShow }], defaultMenu);
  const plan = await renderer.plan(new URL(address, 'http://guanlan.invalid'));
  if (plan.kind !== 'page') throw new Error(`${address} is not a page.`);
  const context = { site: site as Site, brandHead: '', today: '2026-11-20', fetchCall, assets };
  const page = await renderer.render(plan, context);
  expect(page).toMatchObject({ status: 200, isComplete: true });
  return page.kind === 'html' && page.html.join('').includes('aria-label="位置"');
}

test.each(['/102', '/102/detail?id=7'])('%s shows breadcrumbs only if its column does', async (address) => {
  expect(await hasBreadcrumbs(address, 1)).toBe(true);
  expect(await hasBreadcrumbs(address, 0)).toBe(false);
});
