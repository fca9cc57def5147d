import { type ClientRequest, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import type { Logger } from 'pino';
import { expect, test, vi } from 'vitest';
import { sendEvents, sendHeartbeat, startEventStream, trackStreams } from './event-stream.ts';

test('ignores writes to an ended stream instead of crashing the process', async () => {
  const server = createServer((_, response) => {
    startEventStream(response);
    response.end();
    sendEvents(response, 'data: {}\n\n');
    sendHeartbeat(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const closed = await new Promise((resolve) => {
    get({ port, host: '127.0.0.1' }, (response) => response.resume().on('close', () => resolve(true))).on(
      'error',
      () => resolve(true),
    );
  });
  expect(closed).toBe(true);
  server.close();
});

test('limits the streams per network and in total; answers 503 with Retry-After beyond that, and logs one line', async () => {
  const warn = vi.fn();
  const fastifyApp = fastify({ trustProxy: true });
  const streams = trackStreams(fastifyApp, { warn } as unknown as Logger, { total: 3, perNetwork: 2 });
  fastifyApp.get('/stream', (request, reply) => void streams.open(request, reply));
  const address = await fastifyApp.listen({ port: 0, host: '127.0.0.1' });
  const requests: ClientRequest[] = [];
  const requestFrom = (from: string) =>
    new Promise<{ status: number | undefined; retryAfter: string | undefined }>((resolve, reject) => {
      const options = { headers: { 'x-forwarded-for': from }, agent: false };
      const request = get(`${address}/stream`, options, ({ statusCode, headers }) =>
        resolve({ status: statusCode, retryAfter: headers['retry-after'] }),
      ).on('error', reject);
      requests.push(request);
    });
  const begun = { status: 200, retryAfter: undefined };
  const refused = { status: 503, retryAfter: '60' };
  expect(await requestFrom('2001:db8::1')).toEqual(begun);
  expect(await requestFrom('2001:db8::2')).toEqual(begun);
  expect(await requestFrom('2001:db8::3')).toEqual(refused);
  expect(await requestFrom('203.0.113.1')).toEqual(begun);
  expect(await requestFrom('203.0.113.2')).toEqual(refused);
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { streams: 2, network: '2001:db8:0:0::/64' },
    'refused event streams',
  );
  requests[0]?.on('error', () => undefined).destroy();
  await expect.poll(() => requestFrom('2001:db8::4')).toEqual(begun);
  await fastifyApp.close();
});
