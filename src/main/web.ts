import { noticesChannel } from '#features/notifications/index.ts';
import { liveChannel } from '#features/posts/index.ts';
import { loadConfig } from '#kernel/config.ts';
import { createApp } from '#kernel/http/app.ts';
import { serveAdmin } from './admin.ts';
import { followHouse } from './changes.ts';
import { serveDescription } from './description.ts';
import { serveFiles } from './files.ts';
import { buildHouse } from './house.ts';
import { serveLiveNews } from './live.ts';
import { servePages } from './pages.ts';
import { servePayNotices } from './pay-notices.ts';
import { developSite, loadSite } from './site-build.ts';
import { servePersonalStream } from './stream.ts';
import { serveWechatCallback } from './wechat-callback.ts';

/** One web process: every call, every page, the files. It listens on PORT together with its siblings. */
export async function start(): Promise<{ stop(): Promise<void> }> {
  const config = loadConfig();
  if (!config.databaseUrl) throw new Error('a web process needs DATABASE_URL');
  const house = buildHouse(config, config.databaseUrl);
  const { apiBase, apiClient, trustProxy } = config;
  const parts = { ...house, apiBase, apiClient, trustProxy };
  const app = createApp(parts);
  serveDescription(app, house);
  serveWechatCallback(app, house);
  servePayNotices(app, house);
  const personal = servePersonalStream(app, parts);
  const channels = { [liveChannel]: serveLiveNews(app, house), [noticesChannel]: personal.hear };
  const changes = await followHouse(house, channels, personal.recount);
  await serveFiles(app, house);
  const build = config.production ? await loadSite() : await developSite(app);
  await serveAdmin(app, house, build);
  await servePages(app, house, build);
  // On Linux each process has its own queue at the port; elsewhere they share one through the supervisor.
  const reusePort = process.platform === 'linux';
  await app.listen({
    port: config.port,
    host: config.host,
    ...(reusePort ? { reusePort, exclusive: true } : {}),
  });
  return {
    async stop() {
      await app.close();
      await changes.stop();
      await house.close();
    },
  };
}
