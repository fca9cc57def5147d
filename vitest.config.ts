import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumFlags, findChromium } from './scripts/set-up/browser.ts';
import { scratchRoot } from './scripts/set-up/scratch.ts';
import { adminMenu, emulateMedia } from './src/testing/browser/commands.ts';

// Set before the workers start, which inherit it.
process.env.TMPDIR = scratchRoot();

const testsIn = (...folders: string[]) => folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`);
/** The screens of features; Vite loads them, as it loads src/web and src/admin. */
const screens = 'src/features/*/{admin,web}';
const inBrowser = '**/*.browser.test.tsx';
/** Rarely broken and slow: `npm run test:deep` runs them. */
const deep = '**/*.deep.test.ts';

const isolated = [
  // It mocks a module that other files have loaded.
  'src/kernel/fetch/fetch-bytes.test.ts',
  // axios keeps the origin of the page where it was first loaded, and adds the XSRF header for that origin only.
  'src/client/calls.test.ts',
];

export default defineConfig({
  // Vite bundles dependencies for one of the two.
  cacheDir:
    process.env.NODE_ENV === 'production' ? 'node_modules/.vite/production' : 'node_modules/.vite/test',
  test: {
    retry: 0,
    restoreMocks: true,
    unstubGlobals: true,
    // Some workers wait for PostgreSQL while others compute.
    maxWorkers: availableParallelism() + 1,
    // Separates hung tests from slow ones: a run of all tests on a small machine is many times slower than one test alone.
    // Property tests of the deep run check ten times as many inputs.
    testTimeout: process.env.TEST_DEPTH === 'deep' ? 300_000 : 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    provide: {
      testServer: process.env.TEST_DATABASE_URL ?? '',
      isDeep: process.env.TEST_DEPTH === 'deep',
    },
    tags: [
      { name: 'deep', description: 'slow and rarely broken: only `npm run test:deep` runs it' },
      // React's development build and StrictMode report mistakes that the production build does not know; `npm test` runs
      // the other component tests on the production build, which takes a third less time.
      { name: 'strict', description: 'one test of each screen, on the development build of React' },
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: testsIn('src/shared', 'src/client', 'src/ui', 'src/web', 'src/admin', screens),
          exclude: [inBrowser, deep, ...isolated],
          setupFiles: ['src/testing/set-up.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          environment: 'node',
          // Node loads the server as it does in production, without a transformation of each file.
          experimental: { viteModuleRunner: false },
          include: testsIn('src/{kernel,features,main,scale,testing}', 'scripts', 'bench'),
          exclude: [...testsIn(screens), deep, ...isolated],
          setupFiles: ['src/testing/set-up.ts'],
          globalSetup: ['src/testing/global-set-up.ts'],
          // Loading the application takes longer than most files' tests, and it keeps no state in modules.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'deep',
          environment: 'node',
          experimental: { viteModuleRunner: false },
          include: [deep],
          exclude: ['.faults/**'],
          setupFiles: ['src/testing/set-up.ts'],
          globalSetup: ['src/testing/global-set-up.ts'],
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
        // Finds dependencies before the first test: one found later would reload the page during a test.
        optimizeDeps: {
          entries: [
            'src/web/entry.client.tsx',
            'src/admin/entry.tsx',
            // Screens are loaded by a glob, which the scan does not follow.
            'src/features/*/admin/**/*.tsx',
            'src/client/proof-worker.ts',
            'src/testing/browser/*.ts',
            inBrowser,
          ],
          // Ant Design's pickers load them later; an optimisation during a run reloads its tests.
          include: ['dayjs/plugin/customParseFormat.js', 'dayjs/plugin/utc.js'],
        },
        test: {
          name: 'browser',
          // After the others: Chromium beside PostgreSQL and three workers makes both slower than one after the other.
          sequence: { groupOrder: 1 },
          include: ['src/{ui,web,client,admin,features}/**/*.browser.test.tsx'],
          setupFiles: ['src/testing/browser/set-up.ts'],
          // Loading the site takes longer than most files' tests.
          isolate: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // Names match as in the journeys.
            locators: { exact: false },
            commands: { adminMenu, emulateMedia },
            viewport: { width: 1440, height: 900 },
            provider: playwright({
              launchOptions: {
                executablePath: findChromium(),
                args: chromiumFlags,
              },
              contextOptions: { locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' },
              actionTimeout: 30_000,
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
