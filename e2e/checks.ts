import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Frame, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const colours = ['color-contrast', 'link-in-text-block'];
type Run = (context: { include: string[]; exclude: string[] }, options: RunOptions) => Promise<AxeResults>;

/** The axe-core rules to run: `layout` is all except those that compute colours, which take longest. */
const options = {
  all: {},
  colours: { runOnly: colours },
  layout: { rules: Object.fromEntries(colours.map((rule) => [rule, { enabled: false }])) },
} satisfies Record<string, RunOptions>;

/**
 * Expects no violation of axe-core's rules in the page as displayed. `without` selects elements to leave out. axe-core
 * is loaded once per document and runs there: AxeBuilder, which calls into each frame and opens a second page for the
 * result, takes four times as long for a page of the portal.
 */
export async function expectAccessible(
  page: Page,
  rules: keyof typeof options = 'all',
  without?: string,
): Promise<void> {
  await Promise.all(page.frames().map(loadAxe));
  const found = await page.evaluate(
    async ({ exclude, run }) => {
      const { axe } = window as unknown as { axe: { run: Run } };
      // A change of theme takes effect in the next frame.
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      const { violations } = await axe.run({ include: ['html'], exclude }, run);
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html.slice(0, 200)}\n${failureSummary}`),
      );
    },
    {
      exclude: without ? [without] : [],
      // None of these rules reads the style sheets or media that axe-core would fetch again.
      run: { ...options[rules], resultTypes: ['violations'], preload: false } as RunOptions,
    },
  );
  expect(found).toEqual([]);
}

/**
 * Checks a page in both widths and both themes in one visit: all rules at once in the default view, then the colours of
 * the dark theme, then the layout of a phone. The colours of both themes are also tested by their tokens (src/ui).
 */
export async function expectWellMade(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, 'colours');
  await expectPhoneLayout(page);
}

async function expectPhoneLayout(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, 'layout');
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ colorScheme: 'light' });
  if (size) await page.setViewportSize(size);
}

const minified = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const source = `${minified};
// Frames of another origin answer the one that holds them.
axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });
// A colour on its way from one state to another is neither.
const still = new CSSStyleSheet();
still.replaceSync('*, ::before, ::after { transition: none !important }');
document.adoptedStyleSheets.push(still);
`;

async function loadAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source);
}

/**
 * Expects the page to be as wide as the screen, once its parts have their final size. A phone's browser would zoom out and
 * hide that it is wider.
 */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const screen = page.viewportSize()?.width ?? 0;
  await expect.poll(() => page.evaluate(findWider, screen), page.url()).toEqual({});
}

/** Returns what is wider than the screen, and how wide it is. */
function findWider(screen: number): Record<string, number> {
  const widths = {
    page: document.documentElement.scrollWidth,
    body: document.body.scrollWidth,
    window: document.documentElement.clientWidth,
    // `main.page` clips wider content, but our layout must not rely on that.
    main: document.querySelector('main.page')?.scrollWidth ?? 0,
  };
  return Object.fromEntries(Object.entries(widths).filter(([, width]) => width > screen));
}
