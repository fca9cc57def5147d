import type { Request } from '@playwright/test';
import { expect, test as journeys } from './journey.ts';
import { baseURL } from './portal.ts';

/**
 * Visits of pages that are looked at and left as they were. All visits of one reader share a page: the browser has read
 * the scripts once, and a visit takes a third of the time. Nothing may come from another host.
 */
export const test = journeys.extend<{ isOurs: undefined }>({
  context: async ({ browser, visits, reader }, use) => {
    const context = visits.get(reader) ?? (await browser.newContext());
    visits.set(reader, context);
    await use(context);
  },
  page: async ({ context }, use) => {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.emulateMedia({ colorScheme: 'light' });
    await use(page);
    // What a page asks for or says late is not the next one's.
    await page.goto('about:blank');
  },
  isOurs: [
    async ({ page }, use) => {
      const foreign: string[] = [];
      const onRequest = (request: Request) => {
        const url = request.url();
        // The origin of a blob: address is that of the page that made it.
        if (!url.startsWith('data:') && new URL(url).origin !== baseURL) foreign.push(url);
      };
      page.on('request', onRequest);
      await use(undefined);
      page.off('request', onRequest);
      expect(foreign, 'nothing comes from another host').toEqual([]);
    },
    { auto: true },
  ],
});
