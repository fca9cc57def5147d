import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { baseURL } from './e2e/portal.ts';
import { chromiumFlags, findChromium } from './scripts/set-up/browser.ts';

const specs = (...names: string[]) => names.map((name) => `**/${name}.spec.ts`);

/** Each starts its own portal, and no other. */
const ownPortal = specs('first-day', 'life');
/** They change settings or the front page for every reader of their portal, one journey after the other. */
const siteWide = specs('settings', 'leaks', 'pop-ups');
/** They set up merchants, whose gateways have one port each. */
const merchants = specs('paying-wechat', 'paying-alipay', 'money-desk');

/**
 * The groups of the journeys. Every worker of a project has a portal of its own (e2e/journey.ts), so none waits for
 * another; those with one worker come first, and the last one fills the cores to the end.
 */
const groups = [
  { name: 'own-portal', testMatch: ownPortal, workers: 1 },
  { name: 'site-wide', testMatch: siteWide, workers: 1 },
  { name: 'merchants', testMatch: merchants, workers: 1 },
  { name: 'journeys', testIgnore: [...ownPortal, ...siteWide, ...merchants] },
];

/** E2E_REVERSED=1 runs the files in reverse order, each on a new portal: no journey may need an earlier one. */
const reversed = () =>
  readdirSync(new URL('e2e', import.meta.url))
    .filter((name) => name.endsWith('.spec.ts'))
    .sort()
    .reverse()
    .map((name) => ({ name: name.replace('.spec.ts', ''), testMatch: `**/${name}`, workers: 1 }));

/** Journeys through the built portal. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/global-set-up.ts',
  // Some wait for a clock of the portal while others work.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // What moves is drawn sixty times a second, and is somewhere else when it is pressed.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      executablePath: findChromium(),
      // A page is too short-lived to earn back what optimizing axe-core for it costs.
      args: [...chromiumFlags, '--js-flags=--no-opt'],
    },
  },
  projects: process.env.E2E_REVERSED === '1' ? reversed() : groups,
});
