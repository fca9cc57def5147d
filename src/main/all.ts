import { openApp } from './app.ts';
import type { Running } from './as-child.ts';
import { developSite, loadSite } from './site-build.ts';
import { serveWeb } from './web.ts';
import { runJobs } from './worker.ts';

/** Starts web and worker in one process, for the smallest server and for development. */
export async function start(): Promise<Running> {
  const app = openApp();
  const web = await serveWeb(app, app.config.isProduction ? loadSite : developSite, 0);
  const jobs = await runJobs(app);
  return {
    async stop() {
      await jobs.stop();
      await web.stop();
    },
  };
}
