// @vitest-environment jsdom
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { waitFor } from '#testing/wait-for.ts';
import { readEvents, readMemberStream } from './member-stream.ts';

const chunks = (...parts: (string | Uint8Array)[]) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const part of parts)
        controller.enqueue(new Uint8Array(typeof part === 'string' ? new TextEncoder().encode(part) : part));
      controller.close();
    },
  });

async function read(...parts: (string | Uint8Array)[]): Promise<unknown[]> {
  const events: unknown[] = [];
  await readEvents(chunks(...parts), (event) => events.push(event));
  return events;
}

test('reads events wherever the network splits them, even inside a character', async () => {
  const bytes = new TextEncoder().encode('data: {"t":"观澜𠮷"}\n\n');
  for (let split = 1; split < bytes.length; split += 1)
    expect(await read(bytes.slice(0, split), bytes.slice(split))).toEqual([{ t: '观澜𠮷' }]);
});

test('ignores comments, other fields and invalid data, and joins several data lines', async () => {
  const text = ': hello\n\nretry: 3000\n\ndata: not json\n\ndata: {"a":\ndata: 1}\r\n\r\ndata: {"b":2}\n\n';
  expect(await read(text)).toEqual([{ a: 1 }, { b: 2 }]);
});

test('returns the last reconnect delay that was sent', async () => {
  const readDelay = (text: string) => readEvents(chunks(text), () => undefined);
  expect(await readDelay('retry: 3000\n\ndata: {}\n\nretry:12000\n\n')).toBe(12_000);
  expect(await readDelay('retry: soon\n\ndata: {}\n\n')).toBe(0);
});

let server: Server | undefined;
let stop: (() => void) | undefined;

afterEach(() => {
  stop?.();
  server?.closeAllConnections();
  server?.close();
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const made = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    if (request.method === 'OPTIONS') response.end();
    else answer(request, response);
  });
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}/stream`;
}

test('sends the token in a header, and reconnects after an end while the member is logged in', async () => {
  const requests: { url: string | undefined; token: unknown }[] = [];
  const address = await serve(({ url, headers }, response) => {
    requests.push({ url, token: headers['blade-auth'] });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: {"type":"notices","unread":${requests.length}}\n\n`);
  });
  const events: unknown[] = [];
  const isStillThere = vi.fn(async () => requests.length < 2);
  const closed = new Promise<void>((resolve) => {
    stop = readMemberStream({
      address,
      firstPauseMs: 10,
      token: async () => 'secret',
      onOpen: () => undefined,
      onEvent: (event) => events.push(event),
      isStillLoggedIn: async () => {
        const isLoggedIn = await isStillThere();
        if (!isLoggedIn) resolve();
        return isLoggedIn;
      },
    });
  });
  await closed;
  expect(requests).toEqual([
    { url: '/stream', token: 'bearer secret' },
    { url: '/stream', token: 'bearer secret' },
  ]);
  expect(events).toEqual([
    { type: 'notices', unread: 1 },
    { type: 'notices', unread: 2 },
  ]);
});

test("does not reconnect before the server's delay is over", async () => {
  const requestedAt: number[] = [];
  const reconnected = Promise.withResolvers<void>();
  const address = await serve((_request, response) => {
    requestedAt.push(performance.now());
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end('retry: 10\n\nretry: 300\n\n');
    if (requestedAt.length === 2) reconnected.resolve();
  });
  stop = readMemberStream({
    address,
    firstPauseMs: 1,
    token: async () => 'secret',
    onOpen: () => undefined,
    onEvent: () => undefined,
    isStillLoggedIn: async () => true,
  });
  await reconnected.promise;
  const [first = 0, second = 0] = requestedAt;
  // A timer may fire a millisecond early.
  expect(second - first).toBeGreaterThan(298);
});

test('makes no request if nobody is logged in', async () => {
  let requests = 0;
  const address = await serve((_request, response) => {
    requests += 1;
    response.end();
  });
  const token = vi.fn(async () => undefined);
  stop = readMemberStream({
    address,
    token,
    onOpen: () => undefined,
    onEvent: () => undefined,
    isStillLoggedIn: async () => true,
  });
  await waitFor(() => expect(token).toHaveBeenCalled());
  expect(requests).toBe(0);
});
