import { hostname } from 'node:os';

let processName = 'command';

/** Names this process in its log lines and in PostgreSQL: `worker`, `web-1`. Call it before anything opens. */
export function nameProcess(name: string): void {
  processName = name;
}

export const currentProcessName = (): string => processName;

/** The name of this process and its machine, as PostgreSQL shows it: `guanlan web-1@host`. */
export const connectionName = (): string => `guanlan ${processName}@${hostname()}`.slice(0, 63);
