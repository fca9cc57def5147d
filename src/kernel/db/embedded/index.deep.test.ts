import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { joinPostgres } from './index.ts';
import { findPostmaster } from './postmaster.ts';

const program = fileURLToPath(new URL('../../../testing/postgres-member.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;

interface Member {
  connectionString: string;
  log: string[];
  leave(): Promise<void>;
  kill(): Promise<void>;
}

const started = new Set<ChildProcess>();
const folders: string[] = [];

afterEach(async () => {
  for (const child of started) child.kill('SIGKILL');
  for (const folder of folders) {
    const cluster = clusterOf(folder);
    const postmaster = cluster && findPostmaster(cluster);
    if (postmaster) await killAndWait(postmaster, cluster);
    if (cluster) {
      const { host } = JSON.parse(readFileSync(join(folder, 'postgres', 'connection.json'), 'utf8'));
      for (const path of [host, join(cluster, '..')]) rmSync(path, { recursive: true, force: true });
    }
    rmSync(folder, { recursive: true, force: true });
  }
  folders.length = 0;
  started.clear();
});

describe('joinPostgres', () => {
  test('starts the server for the first member, shares it with the next, and stops it when the last leaves', async () => {
    const folder = dataFolder();
    const first = await member(folder);
    const postmaster = postmasterOf(folder);
    const second = await member(folder);
    expect(second.connectionString).toBe(first.connectionString);
    expect(postmasterOf(folder)).toBe(postmaster);

    await first.leave();
    expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
    await second.leave();
    expect(postmasterOf(folder)).toBeUndefined();
  });

  test('starts one server when several processes join an empty folder at once', async () => {
    const folder = dataFolder();
    const all = await Promise.all([member(folder), member(folder), member(folder)]);
    expect(new Set(all.map(({ connectionString }) => connectionString)).size).toBe(1);
    const creations = all.flatMap(({ log }) => log).filter((line) => line.includes('首次启动'));
    expect(creations).toHaveLength(1);
    await Promise.all(all.map(({ leave }) => leave()));
    expect(postmasterOf(folder)).toBeUndefined();
  });

  test('never connects to a server that is stopping because another member leaves', async () => {
    const folder = dataFolder();
    let present = await member(folder);
    for (let round = 0; round < 4; round++) {
      const [next] = await Promise.all([member(folder), present.leave()]);
      expect(await query(next, 'select 1 as one')).toEqual([{ one: 1 }]);
      present = next;
    }
    await present.leave();
    expect(postmasterOf(folder)).toBeUndefined();
  });

  test('writes the connection for its owner only, with a generated password', async () => {
    const folder = dataFolder();
    const present = await member(folder);
    const file = join(folder, 'postgres', 'connection.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const published = JSON.parse(readFileSync(file, 'utf8'));
    expect(published.connectionString).toBe(present.connectionString);
    expect(published.password).toMatch(/^[\w-]{32}$/);
    const wrong = new URL(present.connectionString);
    wrong.password = 'guanlan';
    await expect(query({ connectionString: wrong.href }, 'select 1')).rejects.toThrow('password');
    await present.leave();
  });

  test('works in a folder whose path is Chinese and longer than a socket address', async () => {
    const folder = join(dataFolder(), '观澜内容门户'.repeat(4), '𠮷野家 数据'.repeat(4));
    const present = await member(folder);
    expect(await query(present, "select '𠮷' as rare")).toEqual([{ rare: '𠮷' }]);
    await present.leave();
  });
});

const isSuperuser = 'select rolsuper as super from pg_roles where rolname = current_user';

describe('the role of the portal', () => {
  test('owns the database and is not a superuser', async () => {
    const folder = dataFolder();
    const present = await member(folder);
    expect(await query(present, isSuperuser)).toEqual([{ super: false }]);
    await query(present, 'create schema tenant_a; create table tenant_a.posts (title text)');
    await expect(query(present, "copy tenant_a.posts from program 'id'")).rejects.toThrow(
      'permission denied',
    );
    await expect(query(present, 'alter role guanlan superuser')).rejects.toThrow('permission denied');
    expect(statSync(join(folder, 'postgres', 'superuser.json')).mode & 0o777).toBe(0o600);
    await present.leave();
  });

  test('is demoted at the start if it is an earlier version’s superuser, and keeps its data', async () => {
    const folder = dataFolder();
    const first = await member(folder);
    await makeSuperuser(folder, first.connectionString);
    expect(await query(first, isSuperuser)).toEqual([{ super: true }]);
    await query(
      first,
      `create schema tenant_a;
       create type tenant_a.kind as enum ('news');
       create table tenant_a.posts (id bigint generated always as identity primary key, title text, kind tenant_a.kind);
       create sequence tenant_a.numbers;
       create view tenant_a.titles as select title from tenant_a.posts;
       create function tenant_a.shout(word text) returns text language sql as $$ select upper(word) $$;
       insert into tenant_a.posts (title, kind) values ('要闻', 'news')`,
    );
    const open = new pg.Client({ connectionString: first.connectionString });
    await open.connect();

    const second = await member(folder);
    expect(second.connectionString).toBe(first.connectionString);
    expect(await query(second, isSuperuser)).toEqual([{ super: false }]);
    expect(await query(second, 'select title from tenant_a.titles')).toEqual([{ title: '要闻' }]);
    await query(
      second,
      `alter table tenant_a.posts add column body text;
       alter type tenant_a.kind add value 'article';
       insert into tenant_a.posts (title) values ('研报');
       select nextval('tenant_a.numbers');
       create or replace function tenant_a.shout(word text) returns text language sql as $$ select word $$;
       create or replace view tenant_a.titles as select title, body from tenant_a.posts;
       create schema tenant_b; drop schema tenant_b`,
    );
    expect((await open.query('select count(*)::int as posts from tenant_a.posts')).rows).toEqual([
      { posts: 2 },
    ]);
    await open.end();
    const roles = "select rolname as name from pg_roles where rolname !~ '^pg_' order by 1";
    expect(await query(second, roles)).toEqual([{ name: 'guanlan' }, { name: 'postgres' }]);
    await first.leave();
    await second.leave();
    const third = await member(folder);
    await query(third, 'drop schema tenant_a cascade');
    await third.leave();
  });

  test('cannot be upgraded without the superuser’s password, and the start reports that', async () => {
    const folder = dataFolder();
    await (await member(folder)).leave();
    rmSync(join(folder, 'postgres', 'superuser.json'));
    await expect(joinPostgres({ dataDir: folder, settings: { fsync: 'off' } })).rejects.toThrow(
      /superuser\.json 里不是这个数据库的密码/,
    );
  });
});

describe('a server that cannot start', () => {
  test('is reported with the text of its log', async () => {
    const folder = dataFolder();
    const joining = joinPostgres({ dataDir: folder, settings: { fsync: 'off', shared_buffers: '观澜' } });
    await expect(joining).rejects.toThrow(/未能启动[\s\S]*invalid value for parameter "shared_buffers"/);
    expect(postmasterOf(folder)).toBeUndefined();
    await (await member(folder)).leave();
  });
});

describe('after a crash', () => {
  test('of a member, the others continue and the dead member no longer counts', async () => {
    const folder = dataFolder();
    const first = await member(folder);
    const second = await member(folder);
    await first.kill();
    expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
    await second.leave();
    expect(postmasterOf(folder)).toBeUndefined();
  });

  test('of the only member, the next one joins the server left behind and stops it', async () => {
    const folder = dataFolder();
    await (await member(folder)).kill();
    const orphan = postmasterOf(folder);
    expect(orphan).toBeGreaterThan(1);
    const next = await member(folder);
    expect(postmasterOf(folder)).toBe(orphan);
    await next.leave();
    expect(postmasterOf(folder)).toBeUndefined();
  });

  test('of all processes at once, the next start recovers what was committed', async () => {
    const folder = dataFolder();
    const first = await member(folder);
    await query(first, "create table kept as select '股神争霸' as word");
    const postmaster = postmasterOf(folder) ?? 0;
    await first.kill();
    await killAndWait(postmaster, clusterOf(folder) ?? '');
    const next = await member(folder);
    expect(await query(next, 'select word from kept')).toEqual([{ word: '股神争霸' }]);
    await next.leave();
  });

  test('a pid file whose number now belongs to another program does not prevent the start', async () => {
    const folder = dataFolder();
    const first = await member(folder);
    const cluster = clusterOf(folder) ?? '';
    const pidFile = readFileSync(join(cluster, 'postmaster.pid'), 'utf8');
    const postmaster = postmasterOf(folder) ?? 0;
    await first.kill();
    await killAndWait(postmaster, cluster);
    writeFileSync(join(cluster, 'postmaster.pid'), pidFile.replace(/^\d+/, String(process.pid)));
    const next = await member(folder);
    expect(await query(next, 'select 1 as one')).toEqual([{ one: 1 }]);
    await next.leave();
    // A program in the folder of the cluster is no server either, and gets no signal.
    const program = spawn('sleep', ['600'], { cwd: cluster, argv0: 'postgres' });
    await once(program, 'spawn');
    writeFileSync(join(cluster, 'postmaster.pid'), pidFile.replace(/^\d+/, String(program.pid)));
    expect(findPostmaster(cluster)).toBeUndefined();
    const last = await member(folder);
    await last.leave();
    expect([program.exitCode, program.signalCode]).toEqual([null, null]);
    program.kill();
  });

  test('in the middle of the first start, an unfinished cluster is not taken for a database', async () => {
    const folder = dataFolder();
    const child = spawnMember(folder);
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.includes('首次启动')) break;
    }
    child.kill('SIGKILL');
    await once(child, 'exit');
    const next = await member(folder);
    expect(await query(next, 'select 1 as one')).toEqual([{ one: 1 }]);
    await next.leave();
  });

  test('the next first start removes what failed ones left behind', async () => {
    const folder = dataFolder();
    const control = join(folder, 'postgres');
    for (const left of ['18.part', '18.part-AbCdEf']) {
      mkdirSync(join(control, left), { recursive: true });
      writeFileSync(join(control, left, 'PG_VERSION'), '18\n');
    }
    const present = await member(folder);
    expect(readdirSync(control).filter((name) => name.startsWith('18'))).toEqual(['18']);
    await present.leave();
  });

  test('of the server, its member restarts it at the same address', async () => {
    const folder = dataFolder();
    const present = await member(folder);
    const cluster = clusterOf(folder) ?? '';
    const old = postmasterOf(folder) ?? 0;
    await killAndWait(old, cluster);
    await waitUntil(() => (findPostmaster(cluster) ?? old) !== old);
    // The second member waits for the lock until the first has finished its work under the lock.
    const second = await member(folder);
    expect(await query(present, 'select 1 as one')).toEqual([{ one: 1 }]);
    await second.leave();
    expect(await query(present, 'select 1 as one')).toEqual([{ one: 1 }]);
    await present.leave();
    expect(postmasterOf(folder)).toBeUndefined();
  });
});

describe.runIf(isRoot)('as root', () => {
  test('runs the server as an unprivileged user, and the start reports it', async () => {
    const folder = dataFolder();
    const present = await member(folder);
    expect(statSync(clusterOf(folder) ?? '').uid).not.toBe(0);
    expect(present.log.join()).toContain('拒绝以 root 运行');
    await present.leave();
  });

  test('moves the data out of a folder that this user cannot enter, and finds it again', async () => {
    const folder = dataFolder(0o700);
    const first = await member(folder);
    expect(clusterOf(folder)).not.toContain(folder);
    expect(first.log.join()).toContain(clusterOf(folder)?.replace(/\/18$/, ''));
    await query(first, 'create table kept as select 1 as one');
    await first.leave();
    chmodSync(folder, 0o755);
    const second = await member(folder);
    expect(await query(second, 'select one from kept')).toEqual([{ one: 1 }]);
    await second.leave();
  });

  test('moves data created while the folder was open once it is closed', async () => {
    const folder = dataFolder();
    const first = await member(folder);
    await query(first, 'create table kept as select 1 as one');
    await first.leave();
    chmodSync(folder, 0o700);
    const second = await member(folder);
    expect(clusterOf(folder)).not.toContain(folder);
    expect(await query(second, 'select one from kept')).toEqual([{ one: 1 }]);
    await second.leave();
  });

  test('finds the data of a DATA_DIR that moved, and starts a copy with its own database', async () => {
    const folder = dataFolder(0o700);
    const first = await member(folder);
    await query(first, 'create table kept as select 1 as one');
    await first.leave();
    const elsewhere = dataFolder(0o700);
    const copy = dataFolder(0o700);
    cpSync(folder, copy, { recursive: true });
    const inCopy = await member(copy);
    expect(await query(inCopy, "select to_regclass('kept') as kept")).toEqual([{ kept: null }]);
    await inCopy.leave();
    renameSync(join(folder, 'postgres'), join(elsewhere, 'postgres'));
    const moved = await member(elsewhere);
    expect(await query(moved, 'select one from kept')).toEqual([{ one: 1 }]);
    await moved.leave();
  });
});

function dataFolder(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'guanlan-embedded-'));
  rmSync(folder, { recursive: true });
  mkdirSync(folder, { mode });
  folders.push(folder);
  return folder;
}

function spawnMember(folder: string) {
  const child = spawn(process.execPath, [program, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  started.add(child);
  return child;
}

async function member(folder: string): Promise<Member> {
  const child = spawnMember(folder);
  const log: string[] = [];
  const lines = createInterface({ input: child.stdout });
  const connectionString = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const event = JSON.parse(line);
      if (event.log) log.push(event.log);
      if (event.connectionString) resolve(event.connectionString);
    });
    child.once('exit', (code) => reject(new Error(`The member ended with ${code}: ${log.join('\n')}`)));
  });
  const end = async (how: () => void) => {
    const exit = once(child, 'exit');
    how();
    await exit;
    started.delete(child);
  };
  return {
    connectionString,
    log,
    leave: () => end(() => child.stdin.end()),
    kill: () => end(() => child.kill('SIGKILL')),
  };
}

/** Returns the folder of the cluster, wherever it was placed: beside the published socket, or in DATA_DIR. */
function clusterOf(folder: string): string | undefined {
  const movedTo = join(folder, 'postgres', 'moved-to');
  const home = existsSync(movedTo) ? readFileSync(movedTo, 'utf8') : join(folder, 'postgres');
  return existsSync(join(home, '18')) ? join(home, '18') : undefined;
}

function postmasterOf(folder: string): number | undefined {
  const cluster = clusterOf(folder);
  return cluster ? findPostmaster(cluster) : undefined;
}

async function killAndWait(postmaster: number, cluster: string): Promise<void> {
  process.kill(postmaster, 'SIGKILL');
  await waitUntil(() => findPostmaster(cluster) !== postmaster);
}

/** Polls until the condition holds; the test's own timeout is the limit. */
async function waitUntil(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((again) => setTimeout(again, 5));
}

async function query({ connectionString }: { connectionString: string }, sql: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Turns a cluster into one of an earlier version, whose portal role is the superuser that initdb created. */
async function makeSuperuser(folder: string, connectionString: string): Promise<void> {
  const file = join(folder, 'postgres', 'superuser.json');
  const as = (user: string, password: string) => {
    const address = new URL(connectionString);
    [address.username, address.password, address.pathname] = [user, password, '/postgres'];
    return { connectionString: address.href };
  };
  const { password } = JSON.parse(readFileSync(file, 'utf8'));
  await query(as('postgres', password), "create role other superuser login password 'other'");
  await query(
    as('other', 'other'),
    `alter database guanlan owner to postgres; drop role guanlan; alter role postgres rename to guanlan;
     alter role guanlan password '${new URL(connectionString).password}'`,
  );
  await query({ connectionString }, 'drop role other');
  rmSync(file);
}
