import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { emptyFolder, type Machine } from './network.ts';
import { waitUntil } from './wait-until.ts';

/** PostgreSQL on three machines: one primary and two streaming replicas, of which one is synchronous. */
export type DatabaseCluster = {
  machines: readonly Machine[];
  /** The primary, through HAProxy, which asks Patroni for it. */
  connectionString: string;
  /** Every server by its own address. */
  readUrls: readonly string[];
  /** Starts etcd, Patroni and PostgreSQL of a machine again. */
  start(machine: Machine): void;
  /** Returns the machine of the present primary, or undefined while there is none. */
  findPrimary(): Promise<Machine | undefined>;
  /** Waits until one is primary and the others stream from it. @throws after two minutes */
  waitUntilWhole(): Promise<void>;
};

const bin = '/usr/lib/postgresql/15/bin';
/** Debian's account for PostgreSQL. */
const account = 'postgres';
const name = 'guanlan';

/** Starts etcd, Patroni and PostgreSQL on three machines and HAProxy on another one, and creates the database. */
export async function openDatabaseCluster(
  machines: readonly Machine[],
  proxy: Machine,
): Promise<DatabaseCluster> {
  const password = randomBytes(12).toString('hex');
  const peers = machines.map((one) => `${one.name}=http://${one.address}:2380`).join(',');
  rmSync(memoryFolder, { recursive: true, force: true });
  for (const machine of machines) {
    emptyFolder(etcdFolder(machine), account);
    emptyFolder(join(machine.folder, 'data'), account);
    writeFileSync(
      join(machine.folder, 'patroni.yml'),
      JSON.stringify(patroniSettings(machine, machines, password)),
    );
  }
  const start = (machine: Machine) => {
    machine.run(etcdCommand(machine, peers), { user: account });
    machine.run(['/usr/bin/patroni', join(machine.folder, 'patroni.yml')], {
      user: account,
      folder: '/',
    });
  };
  for (const machine of machines) start(machine);
  startProxy(proxy, machines);
  const findPrimary = async () => {
    for (const machine of machines) if (await isPrimary(machine)) return machine;
    return undefined;
  };
  const cluster: DatabaseCluster = {
    machines,
    connectionString: `postgresql://${name}:${password}@${proxy.address}:5000/${name}`,
    readUrls: machines.map(({ address }) => `postgresql://${name}:${password}@${address}:5432/${name}`),
    start,
    findPrimary,
    waitUntilWhole: () =>
      waitUntil(
        async () => isWhole(await findPrimary(), machines.length - 1),
        120_000,
        'the database cluster did not become whole',
      ),
  };
  await cluster.waitUntilWhole();
  await createDatabase(`postgresql://${account}:${password}@${proxy.address}:5000/postgres`, password);
  return cluster;
}

/** Asks Patroni whether a machine has the primary. */
const isPrimary = async ({ address }: Machine): Promise<boolean> =>
  fetch(`http://${address}:8008/primary`, { signal: AbortSignal.timeout(500) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Asks Patroni whether this many replicas stream from a primary, one of them synchronously. */
async function isWhole(primary: Machine | undefined, replicas: number): Promise<boolean> {
  if (!primary) return false;
  const signal = AbortSignal.timeout(500);
  type Status = { replication?: { state: string; sync_state: string }[] };
  const status = await fetch(`http://${primary.address}:8008/patroni`, { signal })
    .then((response) => response.json() as Promise<Status>)
    .catch(() => null);
  const streams = status?.replication?.filter(({ state }) => state === 'streaming') ?? [];
  return streams.length === replicas && streams.some(({ sync_state }) => sync_state === 'sync');
}

/**
 * In memory: etcd writes each vote to the disk before it answers, and here the disks of all machines are one. A machine
 * keeps its folder when it is killed.
 */
const etcdFolder = ({ folder }: Machine): string => join(memoryFolder, folder.replaceAll('/', '-'));
const memoryFolder = '/dev/shm/guanlan-cluster';

const etcdCommand = (machine: Machine, peers: string): string[] => [
  '/usr/bin/etcd',
  `--name=${machine.name}`,
  `--data-dir=${etcdFolder(machine)}`,
  `--listen-peer-urls=http://${machine.address}:2380`,
  `--initial-advertise-peer-urls=http://${machine.address}:2380`,
  `--listen-client-urls=http://${machine.address}:2379`,
  `--advertise-client-urls=http://${machine.address}:2379`,
  `--initial-cluster=${peers}`,
  '--initial-cluster-state=new',
  '--enable-v2',
  '--heartbeat-interval=250',
  '--election-timeout=2500',
  '--logger=zap',
  '--log-level=error',
];

/** Patroni's settings; JSON is YAML. Its shortest allowed times decide how long the portal is without a primary. */
function patroniSettings({ name, address, folder }: Machine, machines: readonly Machine[], password: string) {
  const user = (username: string) => ({ username, password });
  return {
    scope: 'guanlan',
    name,
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    // By etcd's older interface: by the newer one, Debian's Patroni 3.0 that was cut off overwrites the lock of its successor
    // with a stale lease, and acknowledged writes of the successor are lost.
    etcd: { hosts: machines.map((one) => `${one.address}:2379`) },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 200,
            shared_buffers: '64MB',
            wal_keep_size: '512MB',
            wal_log_hints: 'on',
            hot_standby_feedback: 'on',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${address},127.0.0.1:5432`,
      connect_address: `${address}:5432`,
      data_dir: join(folder, 'data', 'cluster'),
      bin_dir: bin,
      pgpass: join(folder, 'data', 'pgpass'),
      authentication: {
        superuser: user(account),
        replication: user('replicator'),
        rewind: user('rewinder'),
      },
      parameters: { unix_socket_directories: join(folder, 'data') },
      pg_hba: [
        'local all all trust',
        'host all all 0.0.0.0/0 scram-sha-256',
        'host replication all 0.0.0.0/0 scram-sha-256',
      ],
    },
  };
}

/** HAProxy leads port 5000 to the primary, and ends its connections when another server becomes primary. */
function startProxy(proxy: Machine, machines: readonly Machine[]): void {
  const file = join(proxy.folder, 'haproxy.cfg');
  mkdirSync(proxy.folder, { recursive: true });
  writeFileSync(
    file,
    `global
  maxconn 2000
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  option clitcpka
  option srvtcpka
listen primary
  bind ${proxy.address}:5000
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${machines.map(({ name, address }) => `  server ${name} ${address}:5432 check port 8008`).join('\n')}
`,
  );
  proxy.run(['/usr/sbin/haproxy', '-db', '-f', file]);
}

async function createDatabase(connectionString: string, password: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query(`create role ${name} login password ${pg.escapeLiteral(password)}`);
      await client.query(`create database ${name} owner ${name} template template0 encoding 'UTF8'`);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(500);
    } finally {
      await client.end().catch(() => {});
    }
  }
}
