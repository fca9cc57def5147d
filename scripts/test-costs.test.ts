import { expect, test } from 'vitest';
import { countCosts } from './test-costs.ts';
import { layerOf } from './test-files.ts';

test.each([
  ['a test', "test('a', async () => { await openAdmin('/a'); });", { tests: 1, mounts: 1 }],
  [
    'a list spelled out',
    "const sizes = [1, 2, 3] as const;\ntest.for(sizes)('a', async () => { await openSite('/a'); });",
    { tests: 3, mounts: 3 },
  ],
  [
    'a loop around tests',
    "for (const name of ['a', 'b']) test(name, async ({ page }) => { await expectAccessible(page); });",
    { tests: 2, 'axe runs': 2 },
  ],
  [
    'a function, where the file calls it',
    "const open = () => openAdmin('/a');\ntest('a', async () => { await open(); await open(); });\ntest('b', () => open());",
    { tests: 2, mounts: 3 },
  ],
  [
    'what runs before each test of its group',
    "describe('a', () => { beforeEach(async () => { await openPortal(); }); test('b', () => {}); test('c', () => {}); });",
    { tests: 2, portals: 2, databases: 2 },
  ],
  [
    'what runs once for a file',
    "beforeAll(async () => { portal = await openPortal(); });\ntest.each(['a', 'b'])('%s', () => {});",
    { tests: 2, portals: 1, databases: 1 },
  ],
  [
    'a group of Playwright',
    "test.describe(() => { test.use({ reader: 'vip' }); test('a', { tag: '@smoke' }, async () => { await startPortal(); }); });",
    { tests: 1, portals: 1 },
  ],
  [
    'no deep test',
    "test('a', { tags: ['deep'] }, async () => { await openPortal(); });\ntest.describe('b', { tag: '@deep' }, () => { test('c', () => {}); });\ntest('d', () => {});",
    { tests: 1 },
  ],
  [
    'a part without the shell',
    "test('a', async () => { await openAdmin('/', { part: <p /> }); });",
    { tests: 1, mounts: 1 },
  ],
])('counts %s', (_, source, costs) => {
  const none = { tests: 0, mounts: 0, 'axe runs': 0, portals: 0, databases: 0 };
  expect(countCosts(source, 'tsx')).toEqual({ ...none, ...costs });
});

test('tells the layer by the name of the file', () => {
  expect(['src/a/b.test.ts', 'src/a/b.browser.test.tsx', 'e2e/a.spec.ts'].map(layerOf)).toEqual([
    'unit and integration',
    'components',
    'journeys',
  ]);
});
