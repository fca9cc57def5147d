import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { type Grant, storedSession } from './calls.ts';
import { baseURL } from './portal.ts';

/** Opens a browser context beside that of the journey; without a grant it is that of a visitor. */
export const openContext = (
  browser: Browser,
  grant?: Grant,
  more: BrowserContextOptions = {},
): Promise<BrowserContext> =>
  browser.newContext({
    baseURL,
    storageState: {
      cookies: [],
      origins: grant ? [{ origin: baseURL, localStorage: storedSession(grant) }] : [],
    },
    ...more,
  });

/** Opens a page of another person, or of a visitor. Close its context in the end. */
export async function openOtherPage(browser: Browser, grant?: Grant): Promise<Page> {
  return (await openContext(browser, grant)).newPage();
}
