import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type APIRequestContext, expect, test } from '@playwright/test';
import { headersOf } from './calls.ts';
import { root, settings } from './portal.ts';
import { copyPrepared } from './start-portal.ts';

/**
 * `npm start` as a whole: how it starts again, how it stops, and what a crash of everything leaves. The
 * database's own share of it is tested in src/kernel/db/embedded, the processes' in src/main.
 */
type Portal = { npm: ChildProcess; url: string; said: string[] };

test.skip(process.platform !== 'linux', 'finds the processes of a portal in /proc');
test.describe.configure({ timeout: 120_000 });

let dataDir: string;
let portal: Portal | undefined;
let views: number;

test.beforeAll(() => {
  // The first start of this folder was that of global-set-up.ts.
  dataDir = `${settings.DATA_DIR}-life`;
  copyPrepared(dataDir);
});

test.afterAll(() => {
  killAll();
  rmSync(dataDir, { recursive: true, force: true });
});

test('starts again without loading the edition, keeps what was acknowledged over kill -9, and ends on SIGTERM', async ({
  request,
}) => {
  portal = await start(request);
  expect(portal.said.join('\n')).not.toContain('首次启动');
  const id = await newestId(request);
  for (let reader = 0; reader < 20; reader += 1) views = await countView(request, id, `browser ${reader}`);

  await test.step('after kill -9 of everything the next start has all that was acknowledged', async () => {
    killAll();
    await expect.poll(processes).toEqual([]);
    portal = await start(request);
    expect(await newestId(request)).toBe(id);
    expect(await countView(request, id, 'another browser')).toBe(views + 1);
  });

  await test.step('SIGTERM ends it in order and leaves no process behind', async () => {
    expect(processes().length).toBeGreaterThan(3);
    const said = portal ? await stop(portal) : [];
    expect(said.at(-1)).toBe('正在停止 …');
    await expect.poll(processes).toEqual([]);
  });
});

/** Runs `npm start` and asks for the front page until it is there. */
async function start(request: APIRequestContext): Promise<Portal> {
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: {
      ...process.env,
      ...settings,
      PORT: '0',
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    npm.on('exit', (code) => reject(new Error(`npm start ended with ${code}\n${said.join('\n')}`)));
    for (const stream of [npm.stdout, npm.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        said.push(line);
        const [, address] = /^观澜已就绪：(\S+)$/.exec(line) ?? [];
        if (address) resolve(address);
      });
  });
  expect((await request.get(`${url}index`)).status()).toBe(200);
  return { npm, url, said };
}

/** Answers what it said once all of it has ended: npm and its shell end first, whoever still speaks holds the pipe. */
async function stop({ npm, said }: Portal): Promise<string[]> {
  npm.kill('SIGTERM');
  await once(npm, 'close');
  return said;
}

/** Every process of this portal: told by its settings, its arguments or the folder it works in. */
function processes(): number[] {
  const ours = (pid: string) =>
    [() => readFileSync(`/proc/${pid}/environ`, 'utf8'), () => readlinkSync(`/proc/${pid}/cwd`)].some(
      (read) => {
        try {
          return read().includes(dataDir);
        } catch {
          return false;
        }
      },
    );
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && ours(name))
    .map(Number);
}

function killAll(): void {
  for (const pid of processes()) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended with the one it belonged to.
    }
  }
}

async function call(
  request: APIRequestContext,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ data: unknown }> {
  const response = await request.get(`${portal?.url}api${path}`, { headers: { ...headersOf(), ...headers } });
  return response.json();
}

async function newestId(request: APIRequestContext): Promise<string> {
  const { data } = await call(request, '/reception/article/newAllArticleList?size=1');
  return (data as { id: string }[])[0]?.id ?? '';
}

async function countView(request: APIRequestContext, id: string, browser: string): Promise<number> {
  const { data } = await call(request, `/reception/article/addViewTimes?id=${id}`, { 'user-agent': browser });
  return (data as { views: number }).views;
}
