import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

// The headless shell is Chromium without its window, which costs a third of the time for each page.
const shell = 'chromium-headless-shell';
const NAMES = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** How the tests start it. */
export const chromiumFlags = [
  '--disable-dev-shm-usage',
  // Starting the software GPU process takes longer than loading most pages.
  '--disable-gpu',
  '--disable-software-rasterizer',
  // No test compares how text is drawn.
  '--disable-lcd-text',
  '--font-render-hinting=none',
];

const PACKAGES = [shell, 'fonts-noto-cjk', 'fontconfig'];

/**
 * Returns the path of a Chromium and makes sure that Chinese can be drawn. What is missing is installed where
 * that is a matter of course (root on Debian); elsewhere the one command is printed and the process ends.
 */
export function ensureBrowser(): string {
  const path = findChromium();
  const found = existsSync(path) ? path : undefined;
  const isRootOnDebian = isDebian() && process.getuid?.() === 0;
  // There the shell is one package away, and any other Chromium makes the tests take twice as long.
  const isGood = process.env.CHROMIUM || !isRootOnDebian || found?.endsWith(shell);
  if (found && isGood && hasChineseFont()) return found;
  const lack = !found ? 'No Chromium' : hasChineseFont() ? 'No headless Chromium' : 'No Chinese font';
  if (!isRootOnDebian) {
    const command = isDebian()
      ? `sudo apt-get update && sudo apt-get install -y ${PACKAGES.join(' ')}`
      : `npx playwright install --with-deps chromium${hasChineseFont() ? '' : '   (and a Chinese font such as Noto Sans CJK)'}`;
    console.error(`${lack} was found, and the tests in a browser need it. Run:\n\n  ${command}\n`);
    process.exit(1);
  }
  console.log(`${lack} was found: installing ${PACKAGES.join(', ')} with apt-get …`);
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

/** CHROMIUM if it is set, else a browser of the system, else where Playwright would have downloaded one. */
export function findChromium(): string {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const name = NAMES.find((candidate) => isProgram(join(folder, candidate)));
    if (name) return join(folder, name);
  }
  return createRequire(import.meta.url)('@playwright/test').chromium.executablePath();
}

function hasChineseFont(): boolean {
  // macOS and Windows bring theirs.
  if (process.platform !== 'linux') return true;
  return Boolean(spawnSync('fc-list', [':lang=zh', 'family'], { encoding: 'utf8' }).stdout?.trim());
}

function isDebian(): boolean {
  // Not its kin: Ubuntu's package chromium is a snap, which containers cannot run.
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
