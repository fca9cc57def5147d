import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listColumns } from '#features/columns/index.ts';
import { readMenu } from '#features/pages/index.ts';
import { createPartCache } from '#kernel/cache/part-cache.ts';
import { dayOf } from '#shared/dates.ts';
import { plainSite } from '#testing/plain-site.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import type { PagePlan, RenderOptions, SiteRenderer } from '../web/entry.server.tsx';
import { loadDemo } from './demo.ts';
import { createPageFetch } from './page-fetch.ts';
import { siteFields } from './page-frame.ts';

const now = new Date('2026-11-18T15:20:00+08:00');
const maxArticles = 25;

let portal: Portal;
let renderer: SiteRenderer;
let options: Omit<RenderOptions, 'fetchCall'>;
beforeAll(async () => {
  portal = await openPortal();
  const ctx = { ...portal.ctx, now: () => now };
  await loadDemo(portal.app, ctx);
  renderer = await plainSite.createSite(await listColumns(ctx), await readMenu(ctx));
  options = {
    site: await siteFields(portal.app, ctx.tenant),
    brandHead: '',
    today: dayOf(now),
    assets: { styles: [], scripts: [], preloads: [], start: '' },
  };
});
afterAll(() => portal.close());

const planOf = async (path: string) => {
  const plan = await renderer.plan(new URL(path, 'http://guanlan.invalid'));
  if (plan.kind !== 'page') throw new Error(`${path} is not a page`);
  return plan;
};

async function render(plan: Extract<PagePlan, { kind: 'page' }>, more: Partial<RenderOptions> = {}) {
  const ctx = { ...portal.ctx, now: () => now };
  const noteFault = (error: unknown) => expect(error).toBeUndefined();
  const fetchCall = createPageFetch(portal.app)({ ctx, tags: plan.tags, noteFault });
  const rendered = await renderer.render(plan, { ...options, fetchCall, ...more });
  return rendered.kind === 'html' ? rendered.html.join('') : rendered.kind;
}

/** Returns the pages of the site and the first articles on them. */
async function findPaths(): Promise<string[]> {
  const pages = renderer.publicPaths().filter((path) => !path.includes(':'));
  const found = await Promise.all(pages.map(async (path) => render(await planOf(path))));
  const articles = new Set(
    found.flatMap((html) =>
      [...html.matchAll(/href="(\/[^"]*etail\?id=\d+)"/g)].map(([, path = '']) => path),
    ),
  );
  return [...pages, ...[...articles].slice(0, maxArticles)];
}

test('the demo’s pages are the same with parts from the cache, and are known again', {
  tags: ['deep'],
}, async () => {
  // The adverts of a page are chosen at random.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  const partCache = createPartCache(50_000_000);
  const paths = await findPaths();
  expect(paths.length).toBeGreaterThan(maxArticles + 5);
  for (const path of paths) {
    const plan = await planOf(path);
    let shown = '';
    const isUnchanged = (data: string) => {
      const isSame = data === shown;
      shown = data;
      return isSame;
    };
    const whole = await render(plan);
    expect(await render(plan, { partCache, isUnchanged }), path).toBe(whole);
    expect(await render(plan, { partCache }), path).toBe(whole);
    if (!plan.isGuarded && whole !== 'redirect')
      expect(await render(plan, { partCache, isUnchanged }), path).toBe('unchanged');
  }
});
