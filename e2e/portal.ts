import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const { E2E_PORT = '3100', E2E_DATA_DIR = '', TEST_PARALLEL_INDEX = '0', TEST_WORKER_INDEX } = process.env;
/** Every Playwright worker has its own portal, and therefore its own range of ports. */
const port = Number(E2E_PORT) + 20 * Number(TEST_PARALLEL_INDEX);

/** The URL of this worker's portal, which journey.ts starts. */
export const baseURL = `http://127.0.0.1:${port}`;

/** Returns the DATA_DIR that global-set-up.ts prepares; every portal starts with a copy of it. */
export const preparedFolder = (folder = E2E_DATA_DIR): string => join(folder, 'prepared');

/** Ports of the stand-ins for WeChat Pay and Alipay, for journeys with a merchant (e2e/merchants.ts). */
export const gatewayPorts = { wechat: port + 5, alipay: port + 6 };

/** The settings of this worker's portal. The command line uses the same settings to join it. */
export const settings = {
  PORT: String(port),
  HOST: '127.0.0.1',
  SITE_MODE: 'demo',
  DATABASE_URL: '',
  DATA_DIR: TEST_WORKER_INDEX ? join(E2E_DATA_DIR, `worker-${TEST_WORKER_INDEX}`) : '',
  // One process starts fastest; life.spec.ts tests several.
  WEB_PROCESSES: '0',
  // All journeys share one IP address, and some request several codes.
  SMS_PER_MINUTE: '60',
  SMS_PER_DAY: '1000',
  SMS_PER_ADDRESS_DAY: '10000',
  PROOF_COST: '100',
  // The minimum cost of Argon2, which only a demo portal accepts.
  PASSWORD_COST: '8',
  FEED_NETWORKS: '127.0.0.1',
  // Journeys share browser contexts, in which a service worker would remain; offline.spec.ts switches it on.
  SITE_OFFLINE: 'off',
  WECHAT_PAY_API: `http://127.0.0.1:${gatewayPorts.wechat}`,
  WECHAT_API: `http://127.0.0.1:${gatewayPorts.wechat}`,
  ALIPAY_API: `http://127.0.0.1:${gatewayPorts.alipay}`,
};

/** The members that every portal has (global-set-up.ts). The name with a rare character reveals truncation errors. */
export const accounts = {
  member: { mobile: '13900000011', password: '观澜-e2e-member', name: '读者甲', rights: {} },
  vip: { mobile: '13900000012', password: '观澜-e2e-vip', name: '贵宾𠮷', rights: { vipDays: 30 } },
  admin: { mobile: '13900000013', password: '观澜-e2e-账号-admin', name: '主编', rights: { role: 'admin' } },
  editor: {
    mobile: '13900000014',
    password: '观澜-e2e-账号-editor',
    name: '编辑乙',
    rights: { role: 'editor' },
  },
  reviewer: {
    mobile: '13900000015',
    password: '观澜-e2e-reviewer',
    name: '审核丙',
    rights: { role: 'reviewer' },
  },
} as const;

export type AccountName = keyof typeof accounts;

/**
 * Runs `npm run guanlan -- …` beside the running portal and returns its output.
 * @throws with the whole output if it fails
 */
export function runGuanlan(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', 'guanlan', ...args], {
    cwd: root,
    env: { ...process.env, ...settings },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`guanlan ${args.join(' ')} ended with ${status}\n${stdout}\n${stderr}`);
  return stdout;
}
