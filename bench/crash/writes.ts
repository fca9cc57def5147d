import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { openPortal } from '../portal.ts';
import { openBuyerClient, openShop } from '../shop.ts';
import { waitUntilSettled } from './buy.ts';
import { findPostmaster, killTree, openGateway, queryUntilUp, type Server, startServer } from './server.ts';
import {
  compareWrites,
  countAcknowledged,
  expectNoWrites,
  openStaff,
  startWriters,
  sum,
  type WriteLine,
  type WriteParts,
} from './writers.ts';

type Parts = WriteParts & { server: Server };

const killTargets = ['web', 'web', 'worker', 'supervisor', 'all'] as const;
const buyers = 400;
const maxWaitMs = 120_000;

/**
 * Kills a process of the portal `kills` times with SIGKILL, every tenth time the database with all processes, while
 * drafts are saved, posts published, comments, favourites, follows and reading history written, and orders paid. Every
 * acknowledged write must exist afterwards exactly once, and search must find every published post.
 * @returns whether all of this holds
 */
export async function killUnderWrites(kills: number, log: (line: string) => void): Promise<boolean> {
  log('bringing up a database …');
  const portal = await openPortal({ hasDemo: true, settings: { LOG_LEVEL: 'silent' }, log: () => {} });
  try {
    const shop = await openShop(portal, { buyers, posts: 40 });
    const staff = await openStaff(portal);
    const gateway = await openGateway(portal);
    const server = await startServer(portal, gateway.origin, {
      COMMENT_MODERATION: 'post',
      WEB_PROCESSES: '2',
    });
    const client = openBuyerClient(`http://127.0.0.1:${server.port}`, portal.config);
    let shouldWrite = true;
    const expected = expectNoWrites();
    const parts: Parts = {
      portal,
      shop,
      gateway,
      server,
      client,
      staff,
      expected,
      shouldWrite: () => shouldWrite,
    };
    try {
      const writers = Promise.all(startWriters(parts));
      log(`${kills} kills while members and staff write …`);
      for (let kill = 1; kill <= kills; kill += 1) {
        await pause(300 + randomInt(1500));
        const target = kill % 10 === 0 ? 'database' : (killTargets[randomInt(killTargets.length)] ?? 'web');
        await killTarget(parts, target);
        log(`  kill -9 no. ${kill}: ${target}; ${countAcknowledged(expected)} writes acknowledged so far`);
      }
      await pause(1000);
      shouldWrite = false;
      await writers;
      await waitUntilSettled(portal, Date.now() + maxWaitMs);
      return report(await compareWrites(parts), kills, countAcknowledged(expected), log);
    } finally {
      client.close();
      server.kill();
      await gateway.stop();
    }
  } finally {
    await portal.close();
  }
}

async function killTarget(
  { portal, server, client }: Parts,
  target: (typeof killTargets)[number] | 'database',
) {
  if (target === 'web' || target === 'worker') {
    const running = server.processes(target);
    const pid = running[randomInt(Math.max(1, running.length))];
    if (pid) process.kill(pid, 'SIGKILL');
  } else if (target === 'supervisor') {
    const pid = server.supervisor();
    process.kill(pid, 'SIGKILL');
    // The orphaned children end by themselves and occupy the port until then.
    while (isRunningGroup(pid)) await pause(20);
    await server.start();
  } else {
    const postmaster = target === 'database' ? await findPostmaster(portal) : null;
    server.kill();
    if (postmaster) killTree(postmaster);
    await queryUntilUp(portal, 'select 1');
    await server.start();
  }
  const deadline = Date.now() + maxWaitMs;
  for (;;) {
    const reply = await client.call('GET', '/reception/isLogin', 'nobody').catch(() => null);
    if (reply?.status === 200) return;
    // Killing a process during the start ends the start; a service manager (systemd, Docker) would start it again.
    if (!server.isRunning()) await server.start();
    if (Date.now() > deadline) throw new Error('the portal did not come back');
    await pause(50);
  }
}

function isRunningGroup(leader: number): boolean {
  try {
    process.kill(-leader, 0);
    return true;
  } catch {
    return false;
  }
}

/** Prints a line per kind of write. @returns whether nothing is lost or doubled */
function report(
  lines: readonly WriteLine[],
  kills: number,
  acknowledged: number,
  log: (line: string) => void,
): boolean {
  log('');
  for (const { what, acknowledged, lost, doubled } of lines)
    log(
      `${lost + doubled === 0 ? '✓' : '✗'} ${what.padEnd(28)} ${String(acknowledged).padStart(6)} acknowledged, ${lost} lost, ${doubled} doubled`,
    );
  const lost = sum(lines.map((line) => line.lost));
  const doubled = sum(lines.map((line) => line.doubled));
  log(`\n${kills} kills, ${acknowledged} acknowledged writes, ${lost} lost, ${doubled} doubled`);
  return lost + doubled === 0;
}
