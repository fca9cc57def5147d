/**
 * One process of the portal under the fuzzer: `web` serves the calls only, without pages; `worker` runs the jobs. Asked
 * for the event-loop delay over the process channel, it answers with the longest since the previous question.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { loadConfig } from '#kernel/config.ts';
import { createApp } from '../../src/main/app.ts';
import { runAsChild } from '../../src/main/as-child.ts';
import { startRole } from '../../src/main/roles.ts';
import type { SiteBuild } from '../../src/main/site-build.ts';
import { serveWeb } from '../../src/main/web.ts';

const resolutionMs = 1;
const loop = monitorEventLoopDelay({ resolution: resolutionMs });

const noSite: SiteBuild = {
  createSite: () => Promise.reject(new Error('no page is rendered here')),
  assetsOf: () => ({ styles: [], scripts: [], preloads: [], start: '' }),
  adminAssets: { styles: [], scripts: [], preloads: [], start: '' },
  finish: async (html) => html,
  isLive: true,
};

process.on('message', (message) => {
  if (message !== 'loop delay') return;
  // The timer that was held up records a delay, so it must fire before reading the value.
  setTimeout(() => {
    process.send?.({ loopDelayMs: Math.max(0, loop.max / 1e6 - resolutionMs) });
    loop.reset();
  }, 3 * resolutionMs);
});

await runAsChild(async () => {
  if (process.argv[2] !== 'web') return startRole('worker');
  const config = loadConfig();
  const web = await serveWeb(createApp(config, config.databaseUrl ?? ''), async () => noSite);
  process.send?.({ port: Number(new URL(web.address).port) });
  loop.enable();
  return web;
});
