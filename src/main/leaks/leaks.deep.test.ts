import { expect, test } from 'vitest';
import { rebuildIndex } from '#features/search/index.ts';
import { openPortal } from '#testing/portal.ts';
import { loadDemo } from '../demo.ts';
import { serveOutgoing } from '../outgoing/serve.ts';
import { type FetchSurface, scanForLeaks } from './scan.ts';

test('the leak scanner finds nothing in the demo edition', async () => {
  const portal = await openPortal();
  serveOutgoing(portal.server, portal.app);
  await loadDemo(portal.app, portal.ctx);
  await rebuildIndex(portal.ctx, portal.app.searchIndexes);
  const authorization = `Basic ${Buffer.from('guanlan:guanlan').toString('base64')}`;
  const fetchSurface: FetchSurface = async ({ path, method, isCall }) => {
    const headers = isCall ? { authorization, 'tenant-id': '000000' } : {};
    const { statusCode, body } = await portal.server.inject({ method, url: path, headers });
    return { status: statusCode, body };
  };
  const options = { fetchSurface, fetchSearch: fetchSurface, maxPosts: Number.POSITIVE_INFINITY };
  const { checked, sentences, addresses, leaks, faults } = await scanForLeaks(
    portal.app,
    portal.ctx,
    options,
  );
  await portal.close();
  expect(leaks).toEqual([]);
  expect(faults).toEqual([]);
  expect(checked).toBeGreaterThan(10);
  expect(sentences).toBeGreaterThan(100);
  expect(addresses).toBeGreaterThan(checked * 5);
}, 300_000);
