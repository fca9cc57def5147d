import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '#kernel/config.ts';
import { logIn } from '#testing/builders.ts';
import { liveSettings } from '#testing/live-settings.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { prepareContent, setupAddress } from './prepare.ts';

let portal: Portal;
beforeEach(async () => {
  portal = await openPortal();
});
afterEach(() => portal.close());

const prepare = (settings: Record<string, string>) => {
  const { connectionString, config } = portal.house;
  const source = {
    DATA_DIR: config.dataDir,
    DATABASE_URL: connectionString,
    LOG_LEVEL: 'silent',
    ...settings,
  };
  return prepareContent(loadConfig(source), connectionString);
};
const pieces = async () => (await portal.ctx.db.selectFrom('posts').select('id').execute()).length;
const address = () =>
  setupAddress(portal.house.config, portal.house.connectionString, 'http://127.0.0.1:3000');

test('a demo begins empty where it is told to', async () => {
  expect(await prepare({ DEMO_CONTENT: 'false' })).toEqual([]);
  expect(await pieces()).toBe(0);
});

test('the demo edition never lands in a portal that somebody has begun or restored', async () => {
  await logIn(portal);
  expect(await prepare({})).toEqual([]);
  expect(await pieces()).toBe(0);
});

test('the address of the first set-up stays the same until there is staff, and is then none', async () => {
  const first = await address();
  expect(first).toMatch(/^http:\/\/127\.0\.0\.1:3000\/admin\/setup#[\w-]{43}$/);
  expect(await address()).toBe(first);
  await logIn(portal, { role: 'editor' });
  expect(await address()).toBeNull();
});

test('the data of a live portal do not start as a demo, which is what lost settings look like', async () => {
  expect(await prepare(liveSettings)).toEqual([]);
  expect(await prepare(liveSettings)).toEqual([]);
  await expect(prepare({})).rejects.toThrow('SITE_MODE=live');
  expect(await pieces()).toBe(0);
});
