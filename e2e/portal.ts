import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const port = Number(process.env.E2E_PORT ?? 3100);

/** The portal under test: the built one, started as a reader of the README starts it (playwright.config.ts). */
export const baseURL = `http://127.0.0.1:${port}`;

/** Where the journeys' own WeChat Pay and Alipay answer, once the desk has a merchant there (e2e/merchants.ts). */
export const gatewayPorts = { wechat: port + 5, alipay: port + 6 };

/** The settings it runs with. The command line joins it by the same ones. */
export const settings = {
  PORT: String(port),
  HOST: '127.0.0.1',
  SITE_MODE: 'demo',
  DATABASE_URL: '',
  DATA_DIR: resolve(root, process.env.E2E_DATA_DIR ?? 'data/e2e'),
  WEB_PROCESSES: '2',
  // Every journey comes from one address, some ask for several codes, and a proof costs all of them the same two cores.
  SMS_PER_MINUTE: '60',
  SMS_PER_DAY: '1000',
  SMS_PER_ADDRESS_DAY: '10000',
  PROOF_COST: '100',
  // Argon2's minimum, which only a demo portal accepts.
  PASSWORD_COST: '8',
  // The journeys' own server of feeds.
  FEED_NETWORKS: '127.0.0.1',
  WECHAT_PAY_API: `http://127.0.0.1:${gatewayPorts.wechat}`,
  WECHAT_API: `http://127.0.0.1:${gatewayPorts.wechat}`,
  ALIPAY_API: `http://127.0.0.1:${gatewayPorts.alipay}`,
};

/** The people of the journeys; global-set-up.ts makes them. The longest name shows what does not fit. */
export const readers = {
  member: { mobile: '13900000011', password: '观澜-e2e-member', name: '读者甲', options: [] },
  vip: { mobile: '13900000012', password: '观澜-e2e-vip', name: '贵宾𠮷', options: ['--vip', '30'] },
  admin: { mobile: '13900000013', password: '观澜-e2e-admin', name: '主编', options: ['--role', 'admin'] },
  editor: {
    mobile: '13900000014',
    password: '观澜-e2e-editor',
    name: '编辑乙',
    options: ['--role', 'editor'],
  },
  reviewer: {
    mobile: '13900000015',
    password: '观澜-e2e-reviewer',
    name: '审核丙',
    options: ['--role', 'reviewer'],
  },
} as const;

export type Reader = keyof typeof readers;

/**
 * Runs `npm run guanlan -- …` beside the running portal and answers what it printed.
 * @throws with everything it said if it fails
 */
export function guanlan(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', 'guanlan', ...args], {
    cwd: root,
    env: { ...process.env, ...settings },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`guanlan ${args.join(' ')} ended with ${status}\n${stdout}\n${stderr}`);
  return stdout;
}
