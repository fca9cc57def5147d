import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ICON_PATHS } from '#ui/icon-paths.ts';
import { features } from './index.ts';
import { importPermissions } from './posts/index.ts';

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

test('gives every screen of the back office a menu entry, without which it does not exist', () => {
  const entries = new Set(features.flatMap(({ menu = [] }) => menu.map(({ to }) => to)));
  const screens = globSync('*/admin/**/*.screen.tsx', { cwd: import.meta.dirname });
  expect(screens.length).toBeGreaterThan(30);
  const isListed = (file: string) => {
    const path = file.replace(/^.*\/|\.screen\.tsx$/g, '').split('.')[0];
    return entries.has(path === 'index' ? '/' : `/${path}`);
  };
  expect(screens.filter((file) => !isListed(file))).toEqual([]);
});

test('messages name permissions as the screens do, and imports know them by name and code', () => {
  const permissions = features.flatMap((feature) => feature.permissions ?? []);
  const sources = globSync('{features,admin,main,web}/**/*.{ts,tsx}', {
    cwd: join(import.meta.dirname, '..'),
    exclude: (path) => path.includes('.test.'),
  });
  const named = sources.flatMap((path) =>
    [...readFileSync(join(import.meta.dirname, '..', path), 'utf8').matchAll(/“([^”$]+)”的?权限/g)].map(
      ([, name]) => name,
    ),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((given) => !permissions.some(({ name }) => name === given))).toEqual([]);
  expect(permissions).toEqual(
    expect.arrayContaining(Object.values(importPermissions).map((one) => expect.objectContaining(one))),
  );
});
