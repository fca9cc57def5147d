import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseCluster } from './database.ts';
import type { Machine } from './network.ts';
import type { ObjectStore } from './object-store.ts';
import type { PortalMachine } from './portals.ts';
import { waitUntil } from './wait-until.ts';

/** The machines of a running cluster. */
export type Cluster = {
  webs: readonly PortalMachine[];
  worker: PortalMachine;
  database: DatabaseCluster;
  store: ObjectStore;
  /** Lets the machines that start from now on run the present program instead of the older one. */
  upgrade(): void;
  log: (line: string) => void;
};

/** Something that fails while people write and read. It resolves when all is whole again. */
export type Scenario = { name: string; run(cluster: Cluster): Promise<void> };

const awayMs = 20_000;
const settleMs = 10_000;

export const scenarios: Record<string, Scenario> = {
  web: {
    name: 'a web machine is killed',
    async run({ webs: [web] }) {
      await killAndStart(web);
    },
  },
  worker: {
    name: "the worker's machine is killed",
    async run({ worker }) {
      await killAndStart(worker);
    },
  },
  primary: {
    name: 'the primary is killed',
    async run({ database, log }) {
      const primary = await requirePrimary(database);
      primary.kill();
      await waitForSuccessor(database, primary.name, log);
      await pause(settleMs);
      database.start(primary);
      await database.waitUntilWhole();
    },
  },
  cut: {
    name: 'a web machine is cut off',
    async run({ webs: [, web] }) {
      if (!web) throw new Error('there is no second web machine');
      web.machine.cutOff();
      await pause(awayMs);
      web.machine.heal();
      await waitUntil(web.isReady, 60_000, `${web.machine.name} did not come back`);
    },
  },
  split: {
    name: 'the primary is cut off',
    async run({ database, log }) {
      const primary = await requirePrimary(database);
      primary.cutOff();
      await waitForSuccessor(database, primary.name, log);
      await pause(settleMs);
      primary.heal();
      await database.waitUntilWhole();
    },
  },
  upgrade: {
    name: 'a rolling upgrade',
    async run({ webs, worker, upgrade }) {
      upgrade();
      for (const machine of [worker, ...webs]) {
        await machine.stop();
        await machine.start();
        await pause(3000);
      }
    },
  },
  s3: {
    name: 'S3 is away for a minute',
    async run({ store: { machine } }) {
      machine.cutOff();
      await pause(60_000);
      machine.heal();
    },
  },
};

async function killAndStart(portal: PortalMachine | undefined): Promise<void> {
  if (!portal) throw new Error('there is no such machine');
  portal.machine.kill();
  await pause(awayMs);
  await portal.start();
}

async function requirePrimary(database: DatabaseCluster) {
  const primary = await database.findPrimary();
  if (!primary) throw new Error('there is no primary');
  return primary;
}

async function waitForSuccessor(
  database: DatabaseCluster,
  name: string,
  log: (line: string) => void,
): Promise<void> {
  const began = performance.now();
  let primary: Machine | undefined;
  const hasSuccessor = async () => {
    primary = await database.findPrimary();
    return primary !== undefined && primary.name !== name;
  };
  await waitUntil(hasSuccessor, 120_000, 'no server became primary');
  log(`    ${primary?.name} is primary after ${Math.round((performance.now() - began) / 100) / 10} s`);
}
