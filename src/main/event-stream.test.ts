import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { beginEvents, sendEvents, sendHeartbeat } from './event-stream.ts';

test('a stream that was ended takes nothing more, and the process lives on', async () => {
  const server = createServer((_, response) => {
    beginEvents(response);
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
