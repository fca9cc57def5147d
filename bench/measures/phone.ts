import { existsSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { findChromium } from '../../scripts/set-up/browser.ts';
import { openClient } from '../client.ts';
import type { Measure } from '../measure.ts';
import { homePath } from '../page-paths.ts';
import { atMost, formatNumber, type Line, skippedLine } from '../report.ts';

const scripts = 'home: JavaScript until Chromium is idle';

/** Bytes that a reader's browser downloads until the front page is readable, and until the browser is idle. */
export const weight: Measure = async ({ running }) => [
  await measureHtmlAndCss(running.port),
  await measureScripts(`http://127.0.0.1:${running.port}${homePath}`),
];

async function measureHtmlAndCss(port: number): Promise<Line> {
  const client = openClient(port);
  const html = (await client.get(homePath)).body;
  const sheets = [...html.toString().matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(
    ([, href]) => href ?? '',
  );
  const styles = await Promise.all(sheets.map(async (href) => (await client.get(href)).body));
  client.close();
  const page = gzipSync(html).length;
  const style = styles.reduce((sum, body) => sum + gzipSync(body).length, 0);
  const detail = `HTML ${formatNumber(page / 1000)}, ${sheets.length} sheets ${formatNumber(style / 1000)}`;
  return atMost('home: HTML and CSS, gzip', (page + style) / 1000, 40, 'kB', detail);
}

async function measureScripts(address: string): Promise<Line> {
  const executablePath = findChromium();
  if (!existsSync(executablePath)) return skippedLine(scripts, 'Chromium was not found');
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const session = await page.context().newCDPSession(page);
    const bytes = new Map<string, number>();
    const scriptRequests = new Set<string>();
    session.on('Network.responseReceived', ({ requestId, type }) => {
      if (type === 'Script') scriptRequests.add(requestId);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      bytes.set(requestId, encodedDataLength);
    });
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.goto(address, { waitUntil: 'networkidle' });
    const sizes = [...scriptRequests].map((id) => bytes.get(id) ?? 0);
    const sum = sizes.reduce((one, other) => one + other, 0);
    return atMost(scripts, sum / 1000, 165, 'kB', `${sizes.length} files as sent, with their heads`);
  } finally {
    await browser.close();
  }
}
