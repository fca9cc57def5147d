import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { type APIRequestContext, expect, test } from '@playwright/test';
import { headersOf } from './calls.ts';
import { root, settings } from './portal.ts';
import { copyPrepared } from './start-portal.ts';

/**
 * Tests `npm start` as a whole: restart, stop, and a crash of all processes. The database's part is tested in
 * src/kernel/db/embedded, that of the processes in src/main.
 */
type Portal = { npmProcess: ChildProcess; url: string; output: string[] };

test.skip(process.platform !== 'linux', 'finds the processes of a portal in /proc');
test.describe.configure({ timeout: 120_000 });

let dataDir: string;
let portal: Portal | undefined;
let views: number;

test.beforeAll(() => {
  // The first start of this folder was in global-set-up.ts.
  dataDir = `${settings.DATA_DIR}-life`;
  copyPrepared(dataDir);
});

test.afterAll(() => {
  killAll();
  rmSync(dataDir, { recursive: true, force: true });
});

test('restarts without loading the edition again, keeps acknowledged writes over kill -9, and ends on SIGTERM', {
  tag: '@deep',
}, async ({ request }) => {
  portal = await start(request);
  expect(portal.output.join('\n')).not.toContain('首次启动');
  const id = await newestId(request);
  for (let reader = 0; reader < 20; reader += 1) views = await countView(request, id, `browser ${reader}`);

  await test.step('after kill -9 of everything the next start has all acknowledged writes', async () => {
    killAll();
    await expect.poll(processes).toEqual([]);
    portal = await start(request);
    expect(await newestId(request)).toBe(id);
    expect(await countView(request, id, 'another browser')).toBe(views + 1);
  });

  await test.step('SIGTERM stops it in order and leaves no process behind', async () => {
    expect(processes().length).toBeGreaterThan(3);
    const output = portal ? await stop(portal) : [];
    expect(output.at(-1)).toBe('正在停止 …');
    await expect.poll(processes).toEqual([]);
  });
});

/** Runs `npm start` and requests the front page once the portal is ready. */
async function start(request: APIRequestContext): Promise<Portal> {
  const npmProcess = spawn('npm', ['start'], {
    cwd: root,
    env: {
      ...process.env,
      ...settings,
      PORT: '0',
      DATA_DIR: dataDir,
      WEB_PROCESSES: '2',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    npmProcess.on('exit', (code) => reject(new Error(`npm start ended with ${code}\n${output.join('\n')}`)));
    for (const stream of [npmProcess.stdout, npmProcess.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        output.push(line);
        const [, address] = /^观澜已就绪：(\S+)$/.exec(line) ?? [];
        if (address) resolve(address);
      });
  });
  expect((await request.get(`${url}index`)).status()).toBe(200);
  return { npmProcess, url, output };
}

/**
 * Returns the output after all processes have ended: npm and its shell end first, but any remaining process keeps the
 * pipe open.
 */
async function stop({ npmProcess, output }: Portal): Promise<string[]> {
  npmProcess.kill('SIGTERM');
  await once(npmProcess, 'close');
  return output;
}

/** Returns every process of this portal, recognised by its environment, its arguments or its working directory. */
function processes(): number[] {
  const isOurs = (pid: string) =>
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
    .filter((name) => /^\d+$/.test(name) && isOurs(name))
    .map(Number);
}

function killAll(): void {
  for (const pid of processes()) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has exited meanwhile.
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
