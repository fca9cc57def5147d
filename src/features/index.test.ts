import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ICON_PATHS } from '#ui/icon-paths.ts';
import { features } from './index.ts';

test('every folder of features is a listed feature of that name', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(features.map(({ name }) => name).toSorted()).toEqual(folders.toSorted());
});

test('no job has the name of another', () => {
  const services = new Proxy({}, { get: () => ({}) });
  const names = features.flatMap(({ jobs = [] }) => {
    const made = typeof jobs === 'function' ? jobs(services as never) : jobs;
    return made.map(({ name }) => name);
  });
  expect(names).toEqual([...new Set(names)]);
  expect(names.length).toBeGreaterThan(20);
});

test('every menu entry has an address of its own and an icon that exists', () => {
  const menu = features.flatMap(({ menu = [] }) => menu);
  expect(menu.map(({ to }) => to)).toEqual([...new Set(menu.map(({ to }) => to))]);
  expect(menu.filter(({ icon }) => !(icon in ICON_PATHS))).toEqual([]);
  expect(menu.length).toBeGreaterThan(20);
});
