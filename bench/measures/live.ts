import { Agent, type ClientRequest, get } from 'node:http';
import { notifyMembers } from '#features/notifications/index.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { callHeaders } from '../client.ts';
import type { Measure } from '../measure.ts';
import type { Portal } from '../portal.ts';
import { atMost, formatNumber, infoLine, type Line } from '../report.ts';
import { median } from '../rounds.ts';
import { openSessions } from '../sessions.ts';

const connections = 2000;
// Streams are opened in batches of this size, as people arrive.
const batchSize = 100;
/** The portal refuses more than 500 streams of one address. */
const streamsPerAddress = 200;
const rounds = 5;
const maxWaitMs = 30_000;

/**
 * 2,000 members on one machine, each with a personal event stream, and one notice to all of them: the time from its
 * commit until the first, the median and the last member receive it.
 */
export const live: Measure = async ({ portal, running, log }) => {
  const people = await addStreamMembers(portal);
  const streams = openStreams(portal, running.port);
  try {
    const opening = performance.now();
    for (let from = 0; from < people.length; from += batchSize)
      await Promise.all(people.slice(from, from + batchSize).map(({ token }) => streams.join(token)));
    const openedMs = performance.now() - opening;
    log(`  ${connections.toLocaleString('en')} streams are open`);
    const earliest: number[] = [];
    const medians: number[] = [];
    const lasts: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const received = streams.nextFromAll();
      const written = performance.now();
      await notifyAll(portal, people, `bench:live:${round}:${Date.now()}`);
      const committedMs = performance.now();
      const times = (await received).map((at) => at - committedMs).toSorted((one, other) => one - other);
      log(
        `  notified in ${formatNumber(committedMs - written)} ms, received by the last after ${formatNumber(times.at(-1) ?? 0)} ms`,
      );
      earliest.push(times[0] ?? 0);
      medians.push(times[Math.floor(times.length / 2)] ?? 0);
      lasts.push(times.at(-1) ?? 0);
    }
    const conditions = `${connections.toLocaleString('en')} connections on ${running.webPids.length} processes`;
    const lines: Line[] = [
      atMost(
        `a notice to all, commit to the last of ${conditions}`,
        median(lasts),
        1000,
        'ms',
        `slowest of ${rounds}: ${formatNumber(Math.max(...lasts))} ms`,
      ),
      infoLine(
        '  to the half of them; to the first',
        `${formatNumber(median(medians))} ms; ${formatNumber(median(earliest))} ms`,
      ),
      infoLine(
        '  opening the streams',
        `${formatNumber(openedMs)} ms, ${formatNumber((connections / openedMs) * 1000)}/s`,
      ),
    ];
    return lines;
  } finally {
    streams.leave();
  }
};

type StreamMember = { memberId: string; token: string };

export async function addStreamMembers(portal: Portal): Promise<StreamMember[]> {
  await portal.query(
    `insert into members (mobile, name)
     select '198' || lpad(n::text, 8, '0'), '听众' || n from generate_series(1, $1::int) n on conflict do nothing`,
    [connections],
  );
  const rows = await portal.query<{ id: string }>(
    `select id::text from members where mobile like '198%' order by id limit $1`,
    [connections],
  );
  const people = rows.map(({ id }, index) => ({ memberId: id, token: `bench-live-${index}` }));
  await openSessions(portal, people);
  return people;
}

const notifyAll = ({ ctx }: Portal, people: readonly StreamMember[], sourceKey: string): Promise<void> =>
  inTransaction(ctx, (trx) =>
    notifyMembers(
      ctx,
      trx,
      people.map(({ memberId }) => memberId),
      { kind: 'system', title: '给所有人的一条', sourceKey },
    ),
  );

/** Opens event streams and records their messages. */
export function openStreams({ config }: Portal, port: number) {
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
  const requests: ClientRequest[] = [];
  const listeners = new Map<number, () => void>();
  return {
    /** Resolves when the stream has sent the current unread count. */
    join(token: string): Promise<void> {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const index = requests.length;
      listeners.set(index, resolve);
      const request = get(
        {
          agent,
          host: '127.0.0.1',
          port,
          localAddress: `127.0.0.${2 + Math.floor(index / streamsPerAddress)}`,
          path: `${config.apiBase}/member/stream`,
          headers: { ...callHeaders(config.apiClient), 'blade-auth': `bearer ${token}` },
        },
        (response) => {
          if (response.statusCode !== 200)
            return reject(new Error(`the stream answered ${response.statusCode}`));
          response.on('error', () => undefined);
          response.on('data', (chunk: Buffer) => {
            if (chunk.includes('"notices"')) listeners.get(index)?.();
          });
        },
      );
      request.on('error', reject);
      requests.push(request);
      return promise;
    },
    /** Returns the times of each stream's next message, by `performance.now()`. */
    nextFromAll(): Promise<number[]> {
      const { promise, resolve, reject } = Promise.withResolvers<number[]>();
      const times: number[] = [];
      const timeout = setTimeout(
        () =>
          reject(new Error(`${times.length} of ${requests.length} received it within ${maxWaitMs / 1000} s`)),
        maxWaitMs,
      );
      for (const index of requests.keys())
        listeners.set(index, () => {
          listeners.delete(index);
          times.push(performance.now());
          if (times.length < requests.length) return;
          clearTimeout(timeout);
          resolve(times);
        });
      return promise;
    },
    leave() {
      for (const request of requests) request.destroy();
      agent.destroy();
    },
  };
}
