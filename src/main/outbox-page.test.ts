import { expect, test } from 'vitest';
import { liveSettings } from '#testing/live-settings.ts';
import { plainSite } from '#testing/plain-site.ts';
import { openPortal } from '#testing/portal.ts';
import { servePages } from './pages.ts';

test.each([
  ['a demo has an outbox page', {}, 200],
  ['a live portal has none', liveSettings, 404],
])('%s', async (_, settings, status) => {
  const portal = await openPortal(settings);
  await servePages(portal.app, portal.house, plainSite);
  expect((await portal.app.inject('/outbox')).statusCode).toBe(status);
  await portal.close();
});
