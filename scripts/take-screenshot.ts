/**
 * Takes the screenshot of the front page for the README: `npx node scripts/take-screenshot.ts [address]`, while a
 * portal with the demo edition runs there. CHROMIUM names the browser.
 */
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findChromium } from './set-up/browser.ts';

const address = process.argv[2] ?? 'http://127.0.0.1:3000/index';
const path = fileURLToPath(new URL('../docs/home.png', import.meta.url));

const browser = await chromium.launch({ executablePath: findChromium() });
const page = await browser.newPage({
  viewport: { width: 1440, height: 960 },
  colorScheme: 'light',
  reducedMotion: 'reduce',
  locale: 'zh-CN',
});
await page.goto(address, { waitUntil: 'networkidle' });
await page.screenshot({ path });
await browser.close();
