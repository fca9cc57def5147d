import type { Request } from '@playwright/test';
import { expect, test as journeys } from './journey.ts';
import { baseURL } from './portal.ts';

/** Visits of pages that are looked at and left as they were: nothing comes from another host. */
export const test = journeys.extend<{ isOurs: undefined }>({
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
