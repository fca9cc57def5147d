import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { baseURL } from './e2e/portal.ts';
import { chromiumFlags, findChromium } from './scripts/set-up/browser.ts';

const specs = (...names: string[]) => names.map((name) => `**/${name}.spec.ts`);
/** They start their own portals. */
const ownPortal = specs('first-day', 'life');
/** They leave settings behind that other journeys would notice, so they share a portal with no others. */
const siteWide = specs('settings', 'leaks', 'offline', 'pop-ups');
/** They set up merchants, whose gateways use fixed ports. */
const merchants = specs('paying-wechat', 'paying-alipay', 'money-admin', 'wechat.phone');

/**
 * The groups of end-to-end journeys. Every worker of a project has its own portal (e2e/journey.ts), so groups do not
 * wait for each other, and each further group or worker costs a start. Groups with one worker come first, and the last
 * group fills all workers.
 */
const groups = [
  { name: 'own-portal', testMatch: ownPortal, workers: 1 },
  { name: 'site-wide', testMatch: siteWide, workers: 1 },
  { name: 'merchants', testMatch: merchants, workers: 1 },
  { name: 'journeys', testIgnore: [...ownPortal, ...siteWide, ...merchants] },
];

/** E2E_REVERSED=1 runs the files in reverse order, each on a new portal: no journey may depend on an earlier one. */
const reversed = () =>
  readdirSync(new URL('e2e', import.meta.url))
    .filter((name) => name.endsWith('.spec.ts'))
    .sort()
    .reverse()
    .map((name) => ({ name: name.replace('.spec.ts', ''), testMatch: `**/${name}`, workers: 1 }));

/** End-to-end journeys through the built portal. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/global-set-up.ts',
  workers: availableParallelism(),
  fullyParallel: true,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // An animated element may have moved by the time it is clicked.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: findChromium(),
      // A page does not live long enough for V8's optimisation of axe-core to pay off.
      args: [...chromiumFlags, '--js-flags=--no-opt'],
    },
  },
  projects: process.env.E2E_REVERSED === '1' ? reversed() : groups,
});
