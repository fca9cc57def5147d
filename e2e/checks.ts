import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * No violation of any of axe-core's rules; `colours`: of those alone that look at colours. `without` selects what is
 * somebody else's page.
 */
export async function expectAccessible(
  page: Page,
  rules: 'all' | 'colours' = 'all',
  without?: string,
): Promise<void> {
  await settleColours(page);
  const axe = without ? new AxeBuilder({ page }).exclude(without) : new AxeBuilder({ page });
  const { violations } = await (rules === 'all'
    ? axe
    : axe.withRules(['color-contrast', 'link-in-text-block'])
  ).analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html.slice(0, 200)}\n${failureSummary}`),
  );
  expect(found).toEqual([]);
}

/** Colours that are on their way from day to night are neither; a change of theme begins with the next frame. */
async function settleColours(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(changes.map(({ finished }) => finished));
  });
}

/** The page is as wide as the screen. A phone's browser would zoom out and hide that it is not. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const widths = await page.evaluate(() => ({
    page: document.documentElement.scrollWidth,
    body: document.body.scrollWidth,
    window: document.documentElement.clientWidth,
    // It cuts off what is wider; nothing of ours may count on that.
    main: document.querySelector('main.page')?.scrollWidth ?? 0,
  }));
  const width = page.viewportSize()?.width ?? 0;
  expect(Math.max(...Object.values(widths)), 'the widest of page, body, window and main').toBeLessThanOrEqual(
    width,
  );
}
