import { publishBenchPost, withdrawBenchPost } from '../bench-posts.ts';
import { type Client, openClientPerProcess } from '../client.ts';
import { measuredColumn } from '../fill.ts';
import type { Measure } from '../measure.ts';
import { homePath } from '../page-paths.ts';
import { atMost, formatNumber, skippedLine } from '../report.ts';
import { median } from '../rounds.ts';

const postCount = 15;

/** Measures how long it takes until every web process shows a published or withdrawn post, under read load. */
export const freshness: Measure = async ({ portal, running, load }) => {
  if (process.platform !== 'linux')
    return [skippedLine('publish to visible', 'only Linux tells processes apart')];
  const list = `/${measuredColumn}`;
  const readers = load.runUntilStopped({ port: running.port, paths: [homePath, list], connections: 32 });
  const clients = await openClientPerProcess(running.port, running.webPids);
  const published: number[] = [];
  const withdrawn: number[] = [];
  try {
    for (let n = 0; n < postCount; n++) {
      const title = `快讯 ${n}：第 ${Date.now()} 次测速`;
      const started = performance.now();
      const id = await publishBenchPost(portal, title);
      await onAllProcesses((client) => waitUntilShown(client, list, (text) => text.includes(title)));
      published.push(performance.now() - started);
      const ended = performance.now();
      await withdrawBenchPost(portal, id);
      await onAllProcesses((client) => waitUntilShown(client, list, (text) => !text.includes(title)));
      await onAllProcesses((client) =>
        waitUntilShown(client, `${list}/detail?id=${id}`, (_, status) => status === 404),
      );
      withdrawn.push(performance.now() - ended);
    }
  } finally {
    await readers.stop();
    for (const client of clients.values()) client.close();
  }
  const formatSlowest = (times: number[]) => `slowest ${formatNumber(Math.max(...times))} ms of ${postCount}`;
  const conditions = `on ${clients.size} processes under load`;
  return [
    atMost(`published to visible ${conditions}`, median(published), 100, 'ms', formatSlowest(published)),
    atMost(`withdrawn to gone ${conditions}`, median(withdrawn), 100, 'ms', formatSlowest(withdrawn)),
  ];

  async function onAllProcesses(wait: (client: Client) => Promise<void>): Promise<void> {
    await Promise.all([...clients.values()].map(wait));
  }
};

/** Polls one process; the request that first shows the change counts in full. */
async function waitUntilShown(
  client: Client,
  path: string,
  isShown: (text: string, status: number) => boolean,
): Promise<void> {
  for (const started = performance.now(); performance.now() - started < 10_000; ) {
    const { body, status } = await client.get(path);
    if (isShown(body.toString(), status)) return;
  }
  throw new Error(`${path} did not change within 10 s`);
}
