import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request as requests } from '@playwright/test';
import { type Credentials, logIn } from './calls.ts';
import { accounts, baseURL, preparedFolder } from './portal.ts';
import { giveRights, register } from './registration.ts';
import { startPortal } from './start-portal.ts';

/** The line about the demo edition's administrator in the output of the first start. */
const demoAdmin = /管理员\s+手机号 (\d+)\s+密码 (\S+)/;

/**
 * Starts a portal on an empty DATA_DIR as a new operator would, adds the accounts of the journeys, and stops it; every
 * portal of the journeys starts with a copy. A folder that is already prepared is reused if E2E_DATA_DIR names it.
 */
export default async function setUp(): Promise<() => void> {
  const isTemporary = !process.env.E2E_DATA_DIR;
  // Under the temporary folder and readable for all: if root starts PostgreSQL, it runs as another user, and leaves
  // nothing anywhere else.
  const folder = process.env.E2E_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'guanlan-e2e-'));
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  process.env.E2E_DATA_DIR = folder;
  if (!existsSync(preparedFolder(folder))) await prepare(folder);
  return () => {
    if (isTemporary) rmSync(folder, { recursive: true, force: true });
  };
}

async function prepare(folder: string): Promise<void> {
  const unfinished = join(folder, 'unfinished');
  rmSync(unfinished, { recursive: true, force: true });
  const portal = await startPortal({ DATA_DIR: unfinished });
  try {
    await addAccounts(findDemoAdmin(portal.output));
  } finally {
    await portal.stop();
  }
  renameSync(unfinished, preparedFolder(folder));
}

function findDemoAdmin(output: readonly string[]): Credentials {
  const [, mobile = '', password = ''] = demoAdmin.exec(output.join('\n')) ?? [];
  return { mobile, password };
}

async function addAccounts(credentials: Credentials): Promise<void> {
  const request = await requests.newContext({ baseURL });
  const { access_token: admin } = await logIn(request, credentials);
  for (const { rights, ...reader } of Object.values(accounts)) {
    const { user_id } = await register(request, reader);
    await giveRights(request, user_id, rights, admin);
  }
  await request.dispose();
}

// `npm test` prepares the folder while its checks run.
if (import.meta.main) await setUp();
