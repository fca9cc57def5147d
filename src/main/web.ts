import type { FastifyInstance } from 'fastify';
import { flushFigures } from '#features/analytics/index.ts';
import { commentsChannel } from '#features/comments/index.ts';
import { noticesChannel } from '#features/notifications/index.ts';
import { liveChannel } from '#features/posts/index.ts';
import { loadConfig } from '#kernel/config.ts';
import { createServer } from '#kernel/http/server.ts';
import { startTicker } from '#kernel/jobs/ticker.ts';
import { serveAdmin } from './admin.ts';
import { type App, createApp } from './app.ts';
import type { Running } from './as-child.ts';
import { listenForChanges } from './changes.ts';
import { serveDescription } from './description.ts';
import { trackStreams } from './event-stream.ts';
import { serveFiles } from './files.ts';
import { serveLiveNews } from './live.ts';
import { serveNoticeLinks } from './notice-links.ts';
import { serveOutgoing } from './outgoing/serve.ts';
import { servePages } from './pages.ts';
import { servePayNotices } from './pay-notices.ts';
import { developSite, loadSite, type SiteBuild } from './site-build.ts';
import { reviewsChannel, servePersonalStream } from './stream.ts';
import { serveWechatCallback } from './wechat-callback.ts';

// The supervisor kills a process 10 s after it asked it to stop; by then the last figures have to be written.
const drainMs = 8000;

/** One web process: every call, every page, the files. It listens on PORT together with its siblings. */
export async function start(): Promise<Running> {
  const config = loadConfig();
  if (!config.databaseUrl) throw new Error('a web process needs DATABASE_URL');
  const house = createApp(config, config.databaseUrl);
  return serveWeb(house, config.production ? loadSite : developSite);
}

/** Serves the portal on its port. Stopping ends what is open, writes the last figures and closes the house. */
export async function serveWeb(
  house: App,
  openSite: (app: FastifyInstance) => Promise<SiteBuild>,
): Promise<Running & { address: string }> {
  const { config } = house;
  const { apiBase, apiClient, trustProxy, siteUrl, hasHstsSubdomains } = config;
  const parts = { ...house, apiBase, apiClient, trustProxy, siteUrl, hasHstsSubdomains };
  const app = createServer(parts);
  serveDescription(app, house);
  serveWechatCallback(app, house);
  servePayNotices(app, house);
  serveNoticeLinks(app, house);
  const streams = trackStreams(app, house.log);
  const personal = servePersonalStream(app, parts, streams);
  const live = serveLiveNews(app, house, streams);
  const channels = {
    [liveChannel]: live.hear,
    [commentsChannel]: live.hearComments,
    [noticesChannel]: personal.hear,
    [reviewsChannel]: personal.hearReviews,
  };
  const changes = await listenForChanges(house, channels, personal.recount);
  await serveFiles(app, house);
  const build = await openSite(app);
  serveOutgoing(app, house);
  await serveAdmin(app, house, build);
  await servePages(app, house, build);
  // A second of numbers at a time, so that counting costs readers nothing.
  const counter = startTicker(1000, house.log, () => countAll(house));
  // On Linux each process has its own queue at the port; elsewhere they share one through the supervisor.
  const reusePort = process.platform === 'linux';
  const address = await app.listen({
    port: config.port,
    host: config.host,
    ...(reusePort ? { reusePort, exclusive: true } : {}),
  });
  return {
    address,
    async stop() {
      const cutOff = setTimeout(() => app.server.closeAllConnections(), drainMs);
      await app.close();
      clearTimeout(cutOff);
      await counter.stop();
      await countAll(house);
      await changes.stop();
      await house.close();
    },
  };
}

async function countAll({ tenants, contextOf }: App): Promise<void> {
  for (const tenant of tenants.values()) await flushFigures(contextOf(tenant));
}
