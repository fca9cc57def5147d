import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** No violation of any of axe-core's rules, in the colours that are shown now. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html.slice(0, 200)}\n${failureSummary}`),
  );
  expect(found).toEqual([]);
}

/** The page is as wide as the screen. A phone's browser would zoom out and hide that it is not. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const widths = await page.evaluate(() => ({
    page: document.documentElement.scrollWidth,
    body: document.body.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  const width = page.viewportSize()?.width ?? 0;
  expect(Math.max(...Object.values(widths)), 'the widest of page, body and window').toBeLessThanOrEqual(
    width,
  );
}
