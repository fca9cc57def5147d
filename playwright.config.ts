import { defineConfig } from '@playwright/test';

const port = Number(process.env.E2E_PORT ?? 3100);
const baseURL = `http://127.0.0.1:${port}`;
const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Journeys through the built portal, started as a reader of the README starts it, on a DATA_DIR of its own. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // One machine serves and browses: more at once would only make each slower.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    trace: 'retain-on-failure',
    launchOptions: { executablePath: chromium, args: ['--disable-dev-shm-usage'] },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    { name: 'phone', use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } },
  ],
  webServer: {
    command: `"${process.execPath}" scripts/run.mjs start`,
    url: `${baseURL}/index`,
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      SITE_MODE: 'demo',
      DATABASE_URL: '',
      DATA_DIR: process.env.E2E_DATA_DIR ?? 'data/e2e',
      WEB_PROCESSES: '2',
    },
    stdout: 'pipe',
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});
