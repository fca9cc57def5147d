import { Agent, type ClientRequest, get } from 'node:http';
import { notifyMembers } from '#features/notifications/index.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { callHeaders } from '../client.ts';
import type { Measure } from '../measure.ts';
import type { Portal } from '../portal.ts';
import { atMost, figure, type Line, said } from '../report.ts';
import { median } from '../rounds.ts';
import { openSessions } from '../sessions.ts';

const connections = 2000;
// Opened so many at a time, as people come.
const atOnce = 100;
const rounds = 5;
const patienceMs = 30_000;

/**
 * 2,000 members on one machine, each with a personal stream of their own, and one notice to all of them: the time from
 * its commit until the first, the half and the last of them have heard of it.
 */
export const live: Measure = async ({ portal, running, log }) => {
  const people = await fillPeople(portal);
  const crowd = openCrowd(portal, running.port);
  try {
    const opening = performance.now();
    for (let from = 0; from < people.length; from += atOnce)
      await Promise.all(people.slice(from, from + atOnce).map(({ token }) => crowd.join(token)));
    const openedMs = performance.now() - opening;
    log(`  ${connections.toLocaleString('en')} streams are open`);
    const firsts: number[] = [];
    const halves: number[] = [];
    const lasts: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const heard = crowd.nextFromAll();
      const written = performance.now();
      await tellAll(portal, people, `bench:live:${round}:${Date.now()}`);
      const committed = performance.now();
      const times = (await heard).map((at) => at - committed).toSorted((one, other) => one - other);
      log(
        `  told in ${figure(committed - written)} ms, heard by the last after ${figure(times.at(-1) ?? 0)} ms`,
      );
      firsts.push(times[0] ?? 0);
      halves.push(times[Math.floor(times.length / 2)] ?? 0);
      lasts.push(times.at(-1) ?? 0);
    }
    const where = `${connections.toLocaleString('en')} connections on ${running.webPids.length} processes`;
    const lines: Line[] = [
      atMost(
        `a notice to all, commit to the last of ${where}`,
        median(lasts),
        1000,
        'ms',
        `slowest of ${rounds}: ${figure(Math.max(...lasts))} ms`,
      ),
      said(
        '  to the half of them; to the first',
        `${figure(median(halves))} ms; ${figure(median(firsts))} ms`,
      ),
      said('  opening the streams', `${figure(openedMs)} ms, ${figure((connections / openedMs) * 1000)}/s`),
    ];
    return lines;
  } finally {
    crowd.leave();
  }
};

type Person = { memberId: string; token: string };

async function fillPeople(portal: Portal): Promise<Person[]> {
  await portal.query(
    `insert into members (mobile, name)
     select '198' || lpad(n::text, 8, '0'), '听众' || n from generate_series(1, $1::int) n on conflict do nothing`,
    [connections],
  );
  const rows = await portal.query<{ id: string }>(
    `select id::text from members where mobile like '198%' order by id limit $1`,
    [connections],
  );
  const people = rows.map(({ id }, place) => ({ memberId: id, token: `bench-live-${place}` }));
  await openSessions(portal, people);
  return people;
}

const tellAll = ({ ctx }: Portal, people: readonly Person[], sourceKey: string): Promise<void> =>
  inTransaction(ctx, (trx) =>
    notifyMembers(
      ctx,
      trx,
      people.map(({ memberId }) => memberId),
      { kind: 'system', title: '给所有人的一条', sourceKey },
    ),
  );

/** Streams held open, and what they say. */
function openCrowd({ config }: Portal, port: number) {
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
  const open: ClientRequest[] = [];
  const ears = new Map<number, () => void>();
  return {
    /** Resolves when the stream has said how much is unread now. */
    join(token: string): Promise<void> {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const place = open.length;
      ears.set(place, resolve);
      const request = get(
        {
          agent,
          host: '127.0.0.1',
          port,
          path: `${config.apiBase}/member/stream`,
          headers: { ...callHeaders(config.apiClient), 'blade-auth': `bearer ${token}` },
        },
        (response) => {
          if (response.statusCode !== 200)
            return reject(new Error(`the stream answered ${response.statusCode}`));
          response.on('error', () => undefined);
          response.on('data', (chunk: Buffer) => {
            if (chunk.includes('"notices"')) ears.get(place)?.();
          });
        },
      );
      request.on('error', reject);
      open.push(request);
      return promise;
    },
    /** When each of the streams says its next word, by the clock of `performance.now()`. */
    nextFromAll(): Promise<number[]> {
      const { promise, resolve, reject } = Promise.withResolvers<number[]>();
      const times: number[] = [];
      const late = setTimeout(
        () => reject(new Error(`${times.length} of ${open.length} heard within ${patienceMs / 1000} s`)),
        patienceMs,
      );
      for (const place of open.keys())
        ears.set(place, () => {
          ears.delete(place);
          times.push(performance.now());
          if (times.length < open.length) return;
          clearTimeout(late);
          resolve(times);
        });
      return promise;
    },
    leave() {
      for (const request of open) request.destroy();
      agent.destroy();
    },
  };
}
