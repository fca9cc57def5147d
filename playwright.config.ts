import { rmSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { baseURL, settings } from './e2e/portal.ts';

// Run by hand there is a data folder to start from anew; this file is read again by every worker.
if (!process.env.E2E_DATA_DIR && !process.env.TEST_WORKER_INDEX) {
  process.env.E2E_DATA_DIR = settings.DATA_DIR;
  rmSync(settings.DATA_DIR, { recursive: true, force: true });
}

const everyPage = '**/every-page.spec.ts';
const phone = '**/*.phone.spec.ts';
const life = '**/life.spec.ts';
// Renames the site, which journeys beside it would see.
const settingsDesk = '**/settings.spec.ts';
// Set merchants of their own, in whose place the sandbox goes.
const merchants = ['**/paying-wechat.spec.ts', '**/paying-alipay.spec.ts', '**/money-desk.spec.ts'];
// Makes every paid body its reader's own.
const leaks = '**/leaks.spec.ts';
// What pops up pops up before every reader of the portal.
const popUps = '**/pop-ups.spec.ts';

/** Journeys through the built portal, started as a reader of the README starts it, on a DATA_DIR of its own. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/global-set-up.ts',
  // One machine serves and browses: more at once would only make each slower.
  workers: 2,
  fullyParallel: true,
  // A machine that stalls must not hide the other journeys' answer; what passed only then is named at the end.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--disable-dev-shm-usage'],
    },
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: [phone, life, settingsDesk, ...merchants, leaks, popUps],
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      testMatch: [everyPage, phone],
      use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
    },
    {
      name: 'settings',
      testMatch: settingsDesk,
      dependencies: ['desktop', 'phone'],
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'merchants',
      testMatch: merchants,
      // One after the other: the gateways have one port each.
      workers: 1,
      dependencies: ['settings'],
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'leaks',
      testMatch: leaks,
      dependencies: ['merchants'],
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'pop-ups',
      testMatch: popUps,
      dependencies: ['leaks'],
      use: { viewport: { width: 1440, height: 900 } },
    },
    // Measures a start, so nothing else may run meanwhile.
    { name: 'life', testMatch: life, dependencies: ['pop-ups'] },
  ],
  webServer: {
    command: `"${process.execPath}" scripts/run.mjs start`,
    url: `${baseURL}/index`,
    env: settings,
    stdout: 'pipe',
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});
