import { rmSync } from 'node:fs';
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
  type Request,
  type WebError,
} from '@playwright/test';
import { logIn, storedSession } from './calls.ts';
import { type Edition, readEdition } from './edition.ts';
import { type AccountName, baseURL, settings } from './portal.ts';
import { copyPrepared, type Portal, startPortal } from './start-portal.ts';

/** Console messages that are part of the journey, such as the browser's message about a 404. */
export type Console = { expect: (message: RegExp) => void };

type JourneyOptions = {
  /** The reader of the journey; set it with `test.use({ reader: 'member' })`. */
  reader: AccountName | 'visitor';
  token: string | undefined;
  /** Declares the messages that this journey expects; any other error or warning fails it. */
  allowed: Console;
  /** Gives the journey its own browser context, because it changes what `resetPage` does not restore. */
  ownContext: boolean;
};

/** A journey. It fails on any unexpected console error or warning, page error or hydration mismatch. */
export const test = base.extend<
  JourneyOptions & { grant: Awaited<ReturnType<typeof logIn>> | undefined; failure: undefined },
  { portal: Portal; edition: Edition; contexts: Map<string, BrowserContext> }
>({
  // Playwright replaces a worker after a failure, so that the next journey gets a fresh portal.
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first argument.
    async ({}, use) => {
      copyPrepared(settings.DATA_DIR);
      const portal = await startPortal();
      await use(portal);
      await portal.stop();
      rmSync(settings.DATA_DIR, { recursive: true, force: true });
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
  edition: [
    async ({ playwright, portal: _ }, use) => {
      const request = await playwright.request.newContext({ baseURL });
      await use(await readEdition(request));
      await request.dispose();
    },
    { scope: 'worker' },
  ],
  contexts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first argument.
    async ({}, use) => {
      const contexts = new Map<string, BrowserContext>();
      await use(contexts);
      for (const context of contexts.values()) await context.close();
    },
    { scope: 'worker' },
  ],
  reader: ['visitor', { option: true }],
  ownContext: [false, { option: true }],
  grant: async ({ reader, playwright }, use) => {
    const request = await playwright.request.newContext({ baseURL });
    await use(reader === 'visitor' ? undefined : await logIn(request, reader));
    await request.dispose();
  },
  token: ({ grant }, use) => use(grant?.access_token),
  storageState: ({ grant }, use) =>
    use({ cookies: [], origins: grant ? [{ origin: baseURL, localStorage: storedSession(grant) }] : [] }),
  // The journeys of a worker on one kind of device share a context: the browser has already compiled the site's
  // scripts, which halves the time of a first visit.
  context: async (
    { browser, contexts, ownContext, storageState, isMobile, viewport, userAgent, permissions },
    use,
  ) => {
    const key = JSON.stringify({ isMobile, viewport, userAgent, permissions });
    const context = (!ownContext && contexts.get(key)) || (await browser.newContext());
    if (!ownContext) contexts.set(key, context);
    const page = context.pages()[0] ?? (await context.newPage());
    await resetPage(page, storageState);
    if (viewport) await page.setViewportSize(viewport);
    await use(context);
    if (ownContext) return context.close();
    for (const opened of context.pages()) {
      // Late requests and messages of a page must not reach the next journey.
      if (opened === page) await page.goto('about:blank');
      else await opened.close();
    }
  },
  failure: [
    // Depends on `context`, so that its teardown runs before `context` empties its pages.
    async ({ browser, context: _, portal: { output } }, use, info) => {
      const before = output.length;
      await use(undefined);
      if (info.status === info.expectedStatus) return;
      const pages = browser.contexts().flatMap((context) => context.pages());
      console.log(await describeFailure(pages, output.slice(before)));
    },
    { auto: true },
  ],
  // The `context` fixture always opens one page.
  page: ({ context }, use) => use(context.pages()[0] as Page),
  allowed: [
    async ({ context }, use) => {
      const expected: RegExp[] = [];
      const messages: string[] = [];
      const onConsole = (message: ConsoleMessage) => {
        if (message.type() === 'error' || message.type() === 'warning')
          messages.push(`${message.type()}: ${message.text()} (${message.location().url})`);
      };
      const onError = (webError: WebError) => void messages.push(`page error: ${webError.error().message}`);
      context.on('console', onConsole).on('weberror', onError);
      await use({ expect: (message) => expected.push(message) });
      context.off('console', onConsole).off('weberror', onError);
      expect(messages.filter((message) => !expected.some((pattern) => pattern.test(message)))).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/**
 * Describes a failed journey for a run on another machine: what its pages show, and the portal's warnings meanwhile.
 */
async function describeFailure(pages: readonly Page[], output: readonly string[]): Promise<string> {
  const shown = pages.map(async (page) => {
    const tree = await page
      .locator('body')
      .ariaSnapshot({ timeout: 2000 })
      .catch((error: unknown) => String(error));
    return `${page.url()}\n${tree.replace(/^ *- \/url: .*\n/gm, '').slice(0, 8000)}`;
  });
  const warnings = output.filter((line) => !/^\{"level":[1-3]0,/.test(line)).slice(-30);
  return [...(await Promise.all(shown)), 'the portal:', ...warnings.map((line) => line.slice(0, 1000))].join(
    '\n',
  );
}

/** Resets a page that another journey used, and saves the initial local storage of the journey there. */
async function resetPage(page: Page, state: BrowserContextOptions['storageState']): Promise<void> {
  const entries = typeof state === 'object' ? (state.origins[0]?.localStorage ?? []) : [];
  for (const event of ['request', 'response']) page.removeAllListeners(event);
  await page.unrouteAll();
  await page.emulateMedia({ colorScheme: null });
  await page.context().clearCookies();
  await page.goto(`${baseURL}/robots.txt`);
  await page.evaluate((stored) => {
    sessionStorage.clear();
    localStorage.clear();
    for (const { name, value } of stored) localStorage.setItem(name, value);
  }, entries);
  await page.goto('about:blank');
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.resetNavigationHistory');
  await devtools.detach();
}

/** The screen of a phone: `test.use(phone)`. */
export const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

/** Opens an address and waits until React has hydrated the page. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForHydration(page);
}

/** Removes all data of this person from the browser, as if it were another device. */
export async function clearStorage(page: Page): Promise<void> {
  // On a page that calls nothing: a call between the clearing and the next page would be refused.
  await page.goto('/robots.txt');
  await page.evaluate(() => localStorage.clear());
}

/**
 * Opens an admin screen and waits until it has loaded: it shows a heading, no loading indicator, and no request is
 * pending.
 */
export async function openScreen(page: Page, address: string): Promise<void> {
  await openAndSettle(page, address, () => waitForScreen(page));
}

/** Waits until an admin screen shows a heading and no loading indicator. */
export async function waitForScreen(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isLoading = document.querySelector('.ant-spin-spinning, .ant-skeleton, [aria-busy=true]') !== null;
    return !isLoading && document.querySelector('h1') !== null;
  });
}

/**
 * Opens a page of articles as a member and waits for the calls it makes after it knows the member: then no other call
 * is under way that could receive the 401 of an ended session.
 */
export async function openAsMember(page: Page, address: string): Promise<void> {
  // Adverts are counted a second after they were seen: that call would receive the 401 before the call that the journey
  // triggers.
  await page.route('**/reception/countAd**', (route) => route.fulfill({ json: { code: 200, data: true } }));
  // So would the member's stream: at a heartbeat, every 25 s, the server ends streams of ended sessions, and the page
  // then checks its session.
  await page.route('**/member/stream', () => new Promise(() => undefined));
  const paths = ['/member/dataCount', '/article/getResearchArticleList'];
  const responses = Promise.all(
    paths.map((path) => page.waitForResponse((response) => response.url().includes(path))),
  );
  await openAndSettle(page, address, async () => void (await responses));
}

/** Opens an address and waits for `loaded`, and until no request but the member's stream is pending. */
async function openAndSettle(page: Page, address: string, loaded: () => Promise<void>): Promise<void> {
  const pending = new Set<Request>();
  const onRequest = (request: Request) => {
    if (!request.url().endsWith('/member/stream')) pending.add(request);
  };
  const onEnd = (request: Request) => void pending.delete(request);
  page.on('request', onRequest).on('requestfinished', onEnd).on('requestfailed', onEnd);
  await open(page, address);
  await expect(async () => {
    await loaded();
    expect([...pending].map((request) => request.url())).toEqual([]);
  }).toPass({ intervals: [20, 50, 100], timeout: 20_000 });
  page.off('request', onRequest).off('requestfinished', onEnd).off('requestfailed', onEnd);
}

/** React marks the elements it has hydrated; a click before that is lost. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('#root > *')].some((element) =>
      Object.keys(element).some((key) => key.startsWith('__reactFiber$')),
    ),
  );
}

/** Returns what the client has saved under one of the local storage keys of docs/product.md §3. */
export function stored(page: Page, key: string): Promise<unknown> {
  return page.evaluate((name) => {
    const entry = localStorage.getItem(name);
    return entry === null ? null : (JSON.parse(entry).value ?? null);
  }, key);
}

/** The headline of a post in a list, not in the rankings beside it. */
export function headlineLink(page: Page, { address }: { address: string }): Locator {
  return page.getByRole('main').getByRole('article').getByRole('heading').locator(`a[href="${address}"]`);
}
