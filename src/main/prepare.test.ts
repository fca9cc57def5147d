import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '#kernel/config.ts';
import { liveSettings } from '#testing/live-settings.ts';
import { openPortal, type Portal } from '#testing/portal.ts';
import { logIn } from '#testing/posts-and-members.ts';
import { prepareContent, setupAddress } from './prepare.ts';

let portal: Portal;
beforeEach(async () => {
  portal = await openPortal();
});
afterEach(() => portal.close());

const prepare = (settings: Record<string, string>) => {
  const { connectionString, config } = portal.app;
  const source = {
    DATA_DIR: config.dataDir,
    DATABASE_URL: connectionString,
    LOG_LEVEL: 'silent',
    ...settings,
  };
  return prepareContent(loadConfig(source), connectionString);
};
const countPosts = async () => (await portal.ctx.db.selectFrom('posts').select('id').execute()).length;
const findSetupAddress = () =>
  setupAddress(portal.app.config, portal.app.connectionString, 'http://127.0.0.1:3000');

test('a demo starts empty if DEMO_CONTENT says so', async () => {
  expect(await prepare({ DEMO_CONTENT: 'false' })).toEqual([]);
  expect(await countPosts()).toBe(0);
});

test('a demo is loaded at its first start only', async () => {
  const members = async () => (await portal.ctx.db.selectFrom('members').select('id').execute()).length;
  expect(await prepare({})).toHaveLength(5);
  const loaded = { posts: await countPosts(), members: await members() };
  expect(loaded).toEqual({ posts: 86, members: 305 });
  expect(await prepare({})).toEqual([]);
  expect({ posts: await countPosts(), members: await members() }).toEqual(loaded);
});

test('the demo edition is never loaded into a portal that is in use or was restored', async () => {
  await logIn(portal);
  expect(await prepare({})).toEqual([]);
  expect(await countPosts()).toBe(0);
});

test('the setup address stays the same until there is staff, and then there is none', async () => {
  const first = await findSetupAddress();
  expect(first).toMatch(/^http:\/\/127\.0\.0\.1:3000\/admin\/setup#[\w-]{43}$/);
  expect(await findSetupAddress()).toBe(first);
  await logIn(portal, { role: 'editor' });
  expect(await findSetupAddress()).toBeNull();
});

test('the data of a live portal do not start as a demo, because that means the settings were lost', async () => {
  expect(await prepare(liveSettings)).toEqual([]);
  expect(await prepare(liveSettings)).toEqual([]);
  await expect(prepare({})).rejects.toThrow('SITE_MODE=live');
  expect(await countPosts()).toBe(0);
});
