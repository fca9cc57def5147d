import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { closeConnections } from './connections.ts';

let app: FastifyInstance;
beforeEach(() => {
  app = Fastify();
  closeConnections(app.server);
});

const sendRequest = (address: string, agent: Agent) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(address, { agent }, resolve).on('error', reject);
  });

test('closes without waiting for connections on which nothing was sent', async () => {
  const { port, hostname } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const accepted = once(app.server, 'connection');
  const socket = connect(Number(port), hostname);
  const closed = once(socket, 'close');
  await accepted;
  await app.close();
  await closed;
});

test('completes the response under way, then closes its kept-alive connection', async () => {
  const arrived = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const body = '观澜'.repeat(1_000_000);
  app.get('/', async () => {
    arrived.resolve();
    await release.promise;
    return body;
  });
  const agent = new Agent({ keepAlive: true });
  const answer = sendRequest(await app.listen({ port: 0, host: '127.0.0.1' }), agent);
  await arrived.promise;
  const closing = app.close();
  release.resolve();
  const received = Buffer.concat(await (await answer).toArray()).toString();
  expect(received === body).toBe(true);
  await closing;
  agent.destroy();
});
