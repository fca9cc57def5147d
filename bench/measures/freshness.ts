import { homePath } from '../addresses.ts';
import { type Client, clientsOf } from '../client.ts';
import { measuredColumn } from '../fill.ts';
import type { Measure } from '../measure.ts';
import { publishPiece, withdrawPiece } from '../newsroom.ts';
import { atMost, figure, skipped } from '../report.ts';
import { median } from '../rounds.ts';

const pieces = 15;

/** How long after an editor publishes or withdraws every web process shows it, while readers read. */
export const freshness: Measure = async ({ portal, running, load }) => {
  if (process.platform !== 'linux')
    return [skipped('publish to visible', 'only Linux tells processes apart')];
  const list = `/${measuredColumn}`;
  const readers = load.keepUp({ port: running.port, paths: [homePath, list], connections: 32 });
  const clients = await clientsOf(running.port, running.webPids);
  const published: number[] = [];
  const withdrawn: number[] = [];
  try {
    for (let n = 0; n < pieces; n++) {
      const title = `快讯 ${n}：第 ${Date.now()} 次测速`;
      const started = performance.now();
      const id = await publishPiece(portal, title);
      await onAll((client) => until(client, list, (text) => text.includes(title)));
      published.push(performance.now() - started);
      const ended = performance.now();
      await withdrawPiece(portal, id);
      await onAll((client) => until(client, list, (text) => !text.includes(title)));
      await onAll((client) => until(client, `${list}/detail?id=${id}`, (_, status) => status === 404));
      withdrawn.push(performance.now() - ended);
    }
  } finally {
    await readers.stop();
    for (const client of clients.values()) client.close();
  }
  const worst = (times: number[]) => `slowest ${figure(Math.max(...times))} ms of ${pieces}`;
  const where = `on ${clients.size} processes under load`;
  return [
    atMost(`published to visible ${where}`, median(published), 100, 'ms', worst(published)),
    atMost(`withdrawn to gone ${where}`, median(withdrawn), 100, 'ms', worst(withdrawn)),
  ];

  async function onAll(wait: (client: Client) => Promise<void>): Promise<void> {
    await Promise.all([...clients.values()].map(wait));
  }
};

/** Asks one process again and again; the time of the request that shows it counts whole. */
async function until(
  client: Client,
  path: string,
  isThere: (text: string, status: number) => boolean,
): Promise<void> {
  for (const started = performance.now(); performance.now() - started < 10_000; ) {
    const { body, status } = await client.get(path);
    if (isThere(body.toString(), status)) return;
  }
  throw new Error(`${path} did not change within 10 s`);
}
