import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntilReady } from '../nginx.ts';
import { ensureProgram } from '../programs.ts';

export type CacheKind = 'varnish' | 'nginx';
export type Cache = { stop(): Promise<void> };

const read = (name: string) => readFileSync(join(import.meta.dirname, '..', '..', 'ops', name), 'utf8');

/** Starts Varnish or nginx with its example in `ops/`, in front of a portal. Null: the program is not available. */
export async function startCache(
  kind: CacheKind,
  { port, portalPort }: { port: number; portalPort: number },
  log: (line: string) => void,
): Promise<Cache | null> {
  const program =
    kind === 'varnish'
      ? ensureProgram('varnishd', 'varnish', log) && ensureProgram('varnishtest', 'varnish-modules', log)
      : ensureProgram('nginx', 'libnginx-mod-http-cache-purge', log);
  if (!program) return null;
  const folder = mkdtempSync(join(tmpdir(), 'guanlan-cache-'));
  const [name, args] =
    kind === 'varnish' ? varnishIn(folder, port, portalPort) : nginxIn(folder, port, portalPort);
  const child = spawn(name, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  await waitUntilReady(port, '/robots.txt').catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { stop };
}

function varnishIn(folder: string, port: number, portalPort: number): [string, string[]] {
  const file = join(folder, 'portal.vcl');
  writeFileSync(file, read('varnish.vcl').replace('.port = "3000"', `.port = "${portalPort}"`));
  const listen = ['-a', `127.0.0.1:${port}`, '-n', join(folder, 'work')];
  return ['varnishd', ['-F', '-j', 'none', '-f', file, ...listen, '-s', 'malloc,128m']];
}

function nginxIn(folder: string, port: number, portalPort: number): [string, string[]] {
  mkdirSync(join(folder, 'logs'));
  const example = read('nginx-cache.conf')
    .replace('/var/cache/nginx/guanlan', join(folder, 'cache'))
    .replace('server 127.0.0.1:3000', `server 127.0.0.1:${portalPort}`)
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('server_name news.example.cn', 'server_name _');
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
load_module /usr/lib/nginx/modules/ngx_http_cache_purge_module.so;
daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr error;
events { worker_connections 1024; }
http { access_log off; client_body_temp_path ${folder}; proxy_temp_path ${folder}; ${example} }`,
  );
  return ['nginx', ['-p', folder, '-c', file]];
}
