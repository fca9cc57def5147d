import { createServer, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { ConfigError } from '#kernel/config.ts';
import type { Running } from '../as-child.ts';
import { keep, type Readiness } from './readiness.ts';
import { healthy, presentReadiness } from './serve-health.ts';

/** Scrapes in quick succession share one collection. */
const maxAgeMs = 1000;

/** Serves `/metrics`, `/healthz` and `/readyz` of one process at an address that is not the public one. */
export async function startManagement({
  host,
  port,
  register,
  readiness,
}: {
  host: string;
  port: number;
  register: Registry;
  readiness: () => Promise<Readiness>;
}): Promise<Running> {
  const collect = keep(maxAgeMs, () => register.metrics());
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?', 1)[0];
    const send = (status: number, type: string, body: string): ServerResponse =>
      response
        .writeHead(status, {
          'content-type': type,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        })
        .end(request.method === 'HEAD' ? undefined : body);
    try {
      if (request.method !== 'GET' && request.method !== 'HEAD') return send(405, plain, '只接受 GET\n');
      if (path === '/healthz') return send(200, plain, healthy);
      if (path === '/metrics') return send(200, register.contentType, await collect());
      if (path !== '/readyz') return send(404, plain, '没有这个地址\n');
      const { status, body } = presentReadiness(await readiness());
      return send(status, 'application/json; charset=utf-8', body);
    } catch {
      return send(500, plain, '出错了\n');
    }
  });
  server.maxConnections = 50;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? '已被占用' : `不可用（${error.message}）`;
      reject(new ConfigError(`指标的端口 ${host}:${port} ${reason}，请改设 METRICS_PORT / METRICS_HOST。`));
    });
    server.listen({ host, port, exclusive: true }, resolve);
  });
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const plain = 'text/plain; charset=utf-8';
