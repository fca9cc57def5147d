import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { chromiumFlags, findChromium } from '../../scripts/set-up/browser.ts';
import { openClient } from '../client.ts';
import type { Measure } from '../measure.ts';
import { articlePaths, homePath } from '../page-paths.ts';

import { atMost, formatNumber, type Line, skippedLine } from '../report.ts';
import { median } from '../rounds.ts';

/** A phone of the lower middle on a mobile network, as page speed tools emulate it. */
const slowdown = 4;
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const visits = 3;
/** A page counts as loaded after this long without a request. */
const settleMs = 2000;

type Visit = {
  scripts: { kB: number; files: number };
  largestPaintMs: number;
  shift: number;
  /** Main thread beyond the first 50 ms of each task: how long a tap may wait. */
  blockedMs: number;
};

/** What a reader on a phone feels of home and of an article: script, first view, shifts, and how long the page is busy. */
export const phone: Measure = async ({ portal, running }) => {
  const base = `http://127.0.0.1:${running.port}`;
  const lines = [await measureHtmlAndCss(running.port)];
  const executablePath = findChromium();
  if (!existsSync(executablePath)) return [...lines, skippedLine('phone', 'Chromium was not found')];
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  try {
    const [article = ''] = await articlePaths(portal, 1, 10);
    for (const [name, path] of [
      ['home', homePath],
      ['article', article],
    ] as const) {
      const made: Visit[] = [];
      // The first one warms the caches of portal and browser process.
      for (let at = 0; at <= visits; at++) made.push(await visit(browser, base + path));
      const counted = made.slice(1);
      const of = (figure: (one: Visit) => number) => median(counted.map(figure));
      const files = `${counted[0]?.scripts.files} files as sent, with their heads`;
      lines.push(
        atMost(
          `${name}: script before the first tap`,
          of(({ scripts }) => scripts.kB),
          110,
          'kB',
          files,
        ),
        atMost(
          `${name}: main thread blocked`,
          of(({ blockedMs }) => blockedMs),
          350,
          'ms',
        ),
        atMost(`${name}: largest paint`, of(({ largestPaintMs }) => largestPaintMs) / 1000, 1.3, 's'),
        atMost(
          `${name}: layout shift`,
          of(({ shift }) => shift),
          0.01,
          '',
        ),
      );
    }
  } finally {
    await browser.close();
  }
  return lines;
};

async function visit(browser: Browser, address: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const bytes = new Map<string, number>();
  const scriptRequests = new Set<string>();
  let lastRequest = performance.now();
  session.on('Network.requestWillBeSent', () => {
    lastRequest = performance.now();
  });
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scriptRequests.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.set(requestId, encodedDataLength);
  });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(observe);
  await page.goto(address, { waitUntil: 'load' });
  // An event stream stays open, so the network is never idle.
  while (performance.now() - lastRequest < settleMs) await setTimeout(100);
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: Omit<Visit, 'scripts'> }).seen);
  await context.close();
  const sizes = [...scriptRequests].map((id) => bytes.get(id) ?? 0);
  return {
    ...seen,
    scripts: { kB: sizes.reduce((one, other) => one + other, 0) / 1000, files: sizes.length },
  };
}

/** Runs in the page, before its own scripts. */
function observe(): void {
  const seen = { largestPaintMs: 0, shift: 0, blockedMs: 0 };
  Object.assign(globalThis, { seen });
  const on = (type: string, note: (entry: PerformanceEntry & { value?: number }) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry);
    }).observe({ type, buffered: true });
  on('largest-contentful-paint', ({ startTime }) => {
    seen.largestPaintMs = startTime;
  });
  on('layout-shift', ({ value = 0 }) => {
    seen.shift += value;
  });
  on('longtask', ({ duration }) => {
    seen.blockedMs += Math.max(0, duration - 50);
  });
}

/** Bytes that a reader's browser downloads until the front page is readable. */
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
