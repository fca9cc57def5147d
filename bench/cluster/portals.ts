import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './network.ts';
import { isAnswering, waitUntil } from './wait-until.ts';

/** A machine that runs a part of the portal. */
export type PortalMachine = {
  machine: Machine;
  role: 'web' | 'worker';
  /** Starts its part of the portal; resolves when it is ready. */
  start(): Promise<void>;
  /** Stops it as a service manager does, and waits until it has ended. */
  stop(): Promise<void>;
  /** Whether it answers that it can serve. */
  isReady(): Promise<boolean>;
};

export type PortalSettings = {
  /** The program, built: the root of a checkout. */
  program: string;
  /** Settings of all machines. */
  settings: Record<string, string>;
  /** The folder with the keys of the sandbox gateway. */
  gatewayKeys: string;
};

export const portalPort = 4100;
const metricsPort = 9400;

/** @param read is called at each start, so that a rolling upgrade changes the program */
export function openPortalMachine(
  machine: Machine,
  role: PortalMachine['role'],
  read: () => PortalSettings,
): PortalMachine {
  const readyUrl =
    role === 'web'
      ? `http://${machine.address}:${portalPort}/readyz`
      : `http://${machine.address}:${metricsPort}/readyz`;
  let running: ReturnType<Machine['run']> | undefined;
  const isReady = () => isAnswering(readyUrl);
  return {
    machine,
    role,
    isReady,
    async start() {
      const { program, settings, gatewayKeys } = read();
      const dataDir = join(machine.folder, 'data');
      const keys = join(dataDir, 'pay-sandbox');
      mkdirSync(dataDir, { recursive: true });
      if (!existsSync(keys)) cpSync(gatewayKeys, keys, { recursive: true });
      running = machine.run([process.execPath, ...process.execArgv, 'src/main/serve.ts', '--role', role], {
        folder: program,
        env: {
          ...settings,
          DATA_DIR: dataDir,
          HOST: machine.address,
          PORT: String(portalPort),
          METRICS_HOST: machine.address,
          METRICS_PORT: String(metricsPort),
        },
      });
      const child = running;
      await waitUntil(
        async () => {
          if (child.exitCode !== null) throw new Error(`${machine.name} did not start: see its output.log`);
          return isReady();
        },
        120_000,
        `${machine.name} did not become ready`,
      );
    },
    async stop() {
      const ended = new Promise((resolve) => running?.once('exit', resolve));
      running?.kill('SIGTERM');
      await ended;
    },
  };
}
