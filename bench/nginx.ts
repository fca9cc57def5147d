import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClient } from './client.ts';
import { freePort } from './portal.ts';
import { ensureProgram } from './programs.ts';

/** A response to serve: path, body, and content encoding. */
export type ServedPage = { path: string; body: Buffer; encoding: 'identity' | 'gzip' | 'br' };

export type Server = { port: number; pids: number[]; stop(): Promise<void> };

/**
 * Starts nginx with the given number of workers, optimised for serving this file: open file cache, no log, sendfile.
 * Returns null if nginx is not available.
 */
export async function startNginx(
  pages: readonly ServedPage[],
  workers: number,
  log: (line: string) => void,
): Promise<Server | null> {
  const nginx = ensureProgram('nginx', 'nginx-light', log);
  if (!nginx) return null;
  const folder = mkdtempSync(join(tmpdir(), 'guanlan-nginx-'));
  const port = await freePort();
  mkdirSync(join(folder, 'pages'));
  for (const { path, body } of pages) writeFileSync(join(folder, 'pages', path.slice(1)), body);
  writeFileSync(join(folder, 'nginx.conf'), renderConfiguration(folder, pages, workers, port));
  const child = spawn(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await waitUntilReady(port, pages[0]?.path ?? '/');
  return {
    port,
    pids: child.pid ? [child.pid] : [],
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function renderConfiguration(
  folder: string,
  pages: readonly ServedPage[],
  workers: number,
  port: number,
): string {
  const locations = pages.map(
    ({ path, encoding }) =>
      `location = ${path} { default_type "text/html; charset=utf-8"; ${
        encoding === 'identity' ? '' : `add_header content-encoding ${encoding};`
      } }`,
  );
  // When root starts nginx, its workers switch to the user `nobody`, which cannot read root's folders.
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off; worker_processes ${workers}; pid ${folder}/pid; error_log stderr error;
events { worker_connections 4096; }
http {
  access_log off; server_tokens off; types {}
  sendfile on; tcp_nopush on; keepalive_requests 1000000000;
  open_file_cache max=100; open_file_cache_valid 1h;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  server { listen 127.0.0.1:${port} reuseport; root ${folder}/pages; ${locations.join('\n')} }
}`;
}

/** @throws if nothing answers within 10 s */
export async function waitUntilReady(port: number, path: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = openClient(port);
    const { status } = await client.get(path).catch(() => ({ status: 0 }));
    client.close();
    if (status === 200) return;
    if (tries > 200) throw new Error(`nothing answers at port ${port} (${status})`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
