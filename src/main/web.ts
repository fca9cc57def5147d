import type { FastifyInstance } from 'fastify';
import { commentsChannel } from '#features/comments/index.ts';
import { features } from '#features/index.ts';
import { noticesChannel } from '#features/notifications/index.ts';
import { liveChannel } from '#features/posts/index.ts';
import { provide, type WebJob } from '#kernel/feature.ts';
import { sendRefusedPage } from '#kernel/http/message-page.ts';
import { createServer } from '#kernel/http/server.ts';
import { startTicker } from '#kernel/jobs/ticker.ts';
import { serveAdmin } from './admin.ts';
import { serveApiDescription } from './api-description.ts';
import { type App, openApp, withReplicas } from './app.ts';
import type { Running } from './as-child.ts';
import { trackStreams } from './event-stream.ts';
import { serveFiles } from './files.ts';
import { listenForChanges } from './listen-for-changes.ts';
import { serveLiveNews } from './live-news.ts';
import { openManagement } from './operation/open-management.ts';
import type { ProcessNumber } from './operation/process-names.ts';
import { createReadiness } from './operation/readiness.ts';
import { serveHealth } from './operation/serve-health.ts';
import { servePrivateFeed } from './outgoing/private-feed.ts';
import { serveOutgoing } from './outgoing/serve.ts';
import { servePages } from './pages.ts';
import { reviewsChannel, servePersonalStream } from './personal-stream.ts';
import { serveFeatures } from './serve-features.ts';
import { loadSite, type SiteBuild } from './site-build.ts';

// The supervisor kills a process 10 s after it asked it to stop; the last counts must be written before that.
const drainTimeoutMs = 8000;

/**
 * Starts a web process, which serves all calls, pages and files. It listens on PORT together with the other web
 * processes.
 */
export async function start(number?: ProcessNumber): Promise<Running> {
  return serveWeb(openApp(), loadSite, number);
}

/** Serves the portal on its port. Stopping it ends open requests, writes the last counts and closes the application. */
export async function serveWeb(
  opened: App,
  openSite: (server: FastifyInstance) => Promise<SiteBuild>,
  number: ProcessNumber = 1,
): Promise<Running & { address: string }> {
  const app = await withReplicas(opened);
  const { config } = app;
  const { apiBase, apiClient, corsOrigins, trustProxy, siteUrl, hasHstsSubdomains } = config;
  const options = { apiBase, apiClient, corsOrigins, trustProxy, siteUrl, hasHstsSubdomains };
  const parts = { ...app, ...options, sendRefusedPage };
  const server = createServer(parts);
  const readiness = createReadiness(app);
  const management = await openManagement(app, number, readiness);
  management?.observe(server);
  serveHealth(server, readiness);
  serveApiDescription(server, app);
  serveFeatures(server, app);
  const streams = trackStreams(server, app.log);
  const personalStream = servePersonalStream(server, parts, streams);
  const liveNews = serveLiveNews(server, app, streams);
  const channels = {
    [liveChannel]: liveNews.onNews,
    [commentsChannel]: liveNews.onComments,
    [noticesChannel]: personalStream.onNotices,
    [reviewsChannel]: personalStream.onReviews,
  };
  const changes = await listenForChanges(app, channels, personalStream.recount);
  await serveFiles(server, app);
  const build = await openSite(server);
  serveOutgoing(server, app);
  servePrivateFeed(server, app);
  await serveAdmin(server, app, build);
  const { cache } = await servePages(server, app, build);
  await management?.start({ web: { cache, streams }, isWorker: number === 0 });
  const jobs = features.flatMap((feature) => provide<App, readonly WebJob[]>(feature.webJobs, app) ?? []);
  const tickers = jobs.map((job) => startTicker(job.everyMs, app.log, () => runForAll(app, job)));
  // On Linux each process has its own accept queue on the port; elsewhere they share one through the supervisor.
  const reusePort = process.platform === 'linux';
  const address = await server.listen({
    port: config.port,
    host: config.host,
    ...(reusePort ? { reusePort, exclusive: true } : {}),
  });
  return {
    address,
    async stop() {
      const cutOffTimer = setTimeout(() => server.server.closeAllConnections(), drainTimeoutMs);
      await server.close();
      clearTimeout(cutOffTimer);
      await Promise.all(tickers.map((ticker) => ticker.stop()));
      for (const job of jobs) if (job.isRunAtStop) await runForAll(app, job);
      await changes.stop();
      await management?.stop();
      await app.close();
    },
  };
}

async function runForAll({ tenants, contextOf }: App, { run }: WebJob): Promise<void> {
  for (const tenant of tenants.values()) await run(contextOf(tenant));
}
