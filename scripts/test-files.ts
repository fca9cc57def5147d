import { globSync } from 'node:fs';
import { join } from 'node:path';

/** Kinds of tests, the cheapest first. */
export const testLayers = ['unit and integration', 'components', 'journeys'] as const;
export type TestLayer = (typeof testLayers)[number];

/** Tells the layer of a test file by its name, whatever folder it is in. */
export const layerOf = (file: string): TestLayer =>
  file.endsWith('.spec.ts')
    ? 'journeys'
    : file.includes('.browser.test.')
      ? 'components'
      : 'unit and integration';

/** Whether only `npm run test:deep` runs this file. */
export const isDeep = (file: string): boolean => file.includes('.deep.test.');

/** Lists test files, relative to the root of the project. */
export const listTestFiles = (): string[] =>
  globSync(['{src,scripts,bench}/**/*.test.{ts,tsx}', 'e2e/*.spec.ts'], {
    cwd: join(import.meta.dirname, '..'),
  }).sort();
