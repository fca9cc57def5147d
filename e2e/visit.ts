import type { Request } from '@playwright/test';
import { expect, test as journeys } from './journey.ts';
import { baseURL } from './portal.ts';

/** Visits pages without changing them, and fails if anything comes from another host. */
export const test = journeys.extend<{ isOurs: undefined }>({
  isOurs: [
    async ({ page }, use) => {
      const foreignUrls: string[] = [];
      const onRequest = (request: Request) => {
        const url = request.url();
        // The origin of a blob: URL is that of the page that created it.
        if (!url.startsWith('data:') && new URL(url).origin !== baseURL) foreignUrls.push(url);
      };
      page.on('request', onRequest);
      await use(undefined);
      page.off('request', onRequest);
      expect(foreignUrls, 'nothing comes from another host').toEqual([]);
    },
    { auto: true },
  ],
});
