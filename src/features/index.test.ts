import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ICON_PATHS } from '#ui/icon-paths.ts';
import { features } from './index.ts';

test('lists every folder of features by its name', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(features.map(({ name }) => name).toSorted()).toEqual(folders.toSorted());
});

test('gives every job a unique name', () => {
  const services = new Proxy({}, { get: () => ({}) });
  const names = features.flatMap(({ jobs = [] }) => {
    const made = typeof jobs === 'function' ? jobs(services as never) : jobs;
    return made.map(({ name }) => name);
  });
  expect(names).toEqual([...new Set(names)]);
  expect(names.length).toBeGreaterThan(20);
});

test('gives every menu entry a unique address and an existing icon', () => {
  const menu = features.flatMap(({ menu = [] }) => menu);
  expect(menu.map(({ to }) => to)).toEqual([...new Set(menu.map(({ to }) => to))]);
  expect(menu.filter(({ icon }) => !(icon in ICON_PATHS))).toEqual([]);
  expect(menu.length).toBeGreaterThan(20);
});
