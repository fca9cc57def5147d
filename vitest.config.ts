import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumFlags, findChromium } from './scripts/set-up/browser.ts';
import { scratchRoot } from './scripts/set-up/scratch.ts';
import { emulateMedia } from './src/testing/browser/commands.ts';

// Before any worker starts: they inherit it.
process.env.TMPDIR = scratchRoot();

const beside = (...rooms: string[]) => rooms.map((room) => `${room}/**/*.test.{ts,tsx}`);
const inBrowser = '**/*.browser.test.tsx';

const isolated = [
  // It replaces a module that others have loaded.
  'src/kernel/fetch/fetch-bytes.test.ts',
  // axios keeps the address of the page by which it was loaded first, and gives the XSRF pair to no other.
  'src/client/calls.test.ts',
];

export default defineConfig({
  test: {
    retry: 0,
    restoreMocks: true,
    unstubGlobals: true,
    // Some wait for PostgreSQL while others work.
    maxWorkers: availableParallelism() + 1,
    // A hung test must not look like a slow one; starting a real server is the slowest thing done here.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    provide: { testServer: process.env.TEST_DATABASE_URL ?? '' },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: beside('src/shared', 'src/client', 'src/ui', 'src/web', 'src/admin'),
          exclude: [inBrowser, ...isolated],
          setupFiles: ['src/testing/set-up.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          environment: 'node',
          include: beside('src/kernel', 'src/features', 'src/main', 'src/testing', 'scripts', 'bench'),
          exclude: isolated,
          setupFiles: ['src/testing/set-up.ts'],
          globalSetup: ['src/testing/global-set-up.ts'],
          // Loading the application costs more than most files' tests, and no state of it is a module's.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          environment: 'node',
          include: isolated,
          setupFiles: ['src/testing/set-up.ts'],
        },
      },
      {
        extends: true,
        // Finds dependencies before the first test: one found later would reload the page under a test.
        optimizeDeps: {
          entries: [
            'src/web/entry.client.tsx',
            'src/client/proof-worker.ts',
            'src/testing/browser/*.ts',
            inBrowser,
          ],
        },
        test: {
          name: 'browser',
          include: ['src/{ui,web,client}/**/*.browser.test.tsx'],
          setupFiles: ['src/testing/browser/set-up.ts'],
          // Loading the site costs more than most files' tests.
          isolate: false,
          // As patient as the journeys.
          expect: { poll: { timeout: 10_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // Names match as they do in journeys.
            locators: { exact: false },
            commands: { emulateMedia },
            viewport: { width: 1440, height: 900 },
            provider: playwright({
              launchOptions: {
                executablePath: findChromium(),
                args: chromiumFlags,
              },
              contextOptions: { locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' },
              actionTimeout: 10_000,
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
