import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

// The headless shell is Chromium without its user interface, which costs a third of the time per page.
const shell = 'chromium-headless-shell';
const NAMES = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Flags with which the tests start Chromium. */
export const chromiumFlags = [
  '--disable-dev-shm-usage',
  // Starting the software GPU process takes longer than loading most pages.
  '--disable-gpu',
  '--disable-software-rasterizer',
  // No test compares how text is rendered.
  '--disable-lcd-text',
  '--font-render-hinting=none',
];

const PACKAGES = [shell, 'fonts-noto-cjk', 'fontconfig'];

/**
 * Returns the path of a Chromium and makes sure that a Chinese font exists. As root on Debian it installs what is
 * missing; elsewhere it prints the required command and exits.
 */
export function ensureBrowser(): string {
  const path = findChromium();
  const found = existsSync(path) ? path : undefined;
  const isRootOnDebian = isDebian() && process.getuid?.() === 0;
  // On Debian the headless shell is one package away, and any other Chromium doubles the time of the tests.
  const isSuitable = process.env.CHROMIUM || !isRootOnDebian || found?.endsWith(shell);
  if (found && isSuitable && hasChineseFont()) return found;
  const missing = !found ? 'No Chromium' : hasChineseFont() ? 'No headless Chromium' : 'No Chinese font';
  if (!isRootOnDebian) {
    const command = isDebian()
      ? `sudo apt-get update && sudo apt-get install -y ${PACKAGES.join(' ')}`
      : `npx playwright install --with-deps chromium${hasChineseFont() ? '' : '   (and a Chinese font such as Noto Sans CJK)'}`;
    console.error(`${missing} was found, but the browser tests need it. Run:\n\n  ${command}\n`);
    process.exit(1);
  }
  console.log(`${missing} was found: installing ${PACKAGES.join(', ')} with apt-get …`);
  const options: SpawnSyncOptions = {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...PACKAGES],
  ]) {
    if (spawnSync('apt-get', args, options).status === 0) continue;
    console.error(`apt-get ${args.join(' ')} failed.`);
    if (found && hasChineseFont()) return found;
    process.exit(1);
  }
  const installed = findChromium();
  if (existsSync(installed)) return installed;
  console.error('apt-get installed Chromium, but it is not on the path. Set CHROMIUM to its program.');
  process.exit(1);
}

/** Returns CHROMIUM if it is set, else a browser of the system, else the path where Playwright downloads one. */
export function findChromium(): string {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const name = NAMES.find((candidate) => isProgram(join(folder, candidate)));
    if (name) return join(folder, name);
  }
  return createRequire(import.meta.url)('@playwright/test').chromium.executablePath();
}

function hasChineseFont(): boolean {
  // macOS and Windows include Chinese fonts.
  if (process.platform !== 'linux') return true;
  return Boolean(spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' }).stdout?.trim());
}

function isDebian(): boolean {
  // Only Debian, not its derivatives: Ubuntu's package chromium is a snap, which containers cannot run.
  return existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
