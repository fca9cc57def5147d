import { expect, test } from 'vitest';
import { liveSettings } from '#testing/live-settings.ts';
import { plainSite } from '#testing/plain-site.ts';
import { openPortal } from '#testing/portal.ts';
import { servePages } from './pages.ts';

test.each([
  ['has an outbox page in a demo', {}, 200],
  ['has no outbox page in a live portal', liveSettings, 404],
])('%s', async (_, settings, status) => {
  const portal = await openPortal(settings);
  await servePages(portal.server, portal.app, plainSite);
  expect((await portal.server.inject('/outbox')).statusCode).toBe(status);
  await portal.close();
});
