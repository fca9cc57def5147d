// @vitest-environment jsdom
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
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

test('events are read wherever the network cuts them, also inside a character', async () => {
  const bytes = new TextEncoder().encode('data: {"t":"观澜𠮷"}\n\n');
  for (let cut = 1; cut < bytes.length; cut += 1)
    expect(await read(bytes.slice(0, cut), bytes.slice(cut))).toEqual([{ t: '观澜𠮷' }]);
});

test('comments, other fields and nonsense are no events; several lines are one', async () => {
  const text = ': hello\n\nretry: 3000\n\ndata: not json\n\ndata: {"a":\ndata: 1}\r\n\r\ndata: {"b":2}\n\n';
  expect(await read(text)).toEqual([{ a: 1 }, { b: 2 }]);
});

test('the last reconnect delay that was sent is returned', async () => {
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

test('the token travels in a header, and an end is followed by another connection while the person is there', async () => {
  const asked: { url: string | undefined; token: unknown }[] = [];
  const address = await serve(({ url, headers }, response) => {
    asked.push({ url, token: headers['blade-auth'] });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: {"type":"notices","unread":${asked.length}}\n\n`);
  });
  const events: unknown[] = [];
  const isStillThere = vi.fn(async () => asked.length < 2);
  const gone = new Promise<void>((resolve) => {
    stop = readMemberStream({
      address,
      firstPauseMs: 10,
      token: async () => 'secret',
      onOpen: () => undefined,
      onEvent: (event) => events.push(event),
      isStillThere: async () => {
        const isThere = await isStillThere();
        if (!isThere) resolve();
        return isThere;
      },
    });
  });
  await gone;
  expect(asked).toEqual([
    { url: '/stream', token: 'bearer secret' },
    { url: '/stream', token: 'bearer secret' },
  ]);
  expect(events).toEqual([
    { type: 'notices', unread: 1 },
    { type: 'notices', unread: 2 },
  ]);
});

test('does not reconnect before the delay that the server asked for is over', async () => {
  const askedAt: number[] = [];
  const reconnected = Promise.withResolvers<void>();
  const address = await serve((_request, response) => {
    askedAt.push(performance.now());
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end('retry: 10\n\nretry: 300\n\n');
    if (askedAt.length === 2) reconnected.resolve();
  });
  stop = readMemberStream({
    address,
    firstPauseMs: 1,
    token: async () => 'secret',
    onOpen: () => undefined,
    onEvent: () => undefined,
    isStillThere: async () => true,
  });
  await reconnected.promise;
  const [first = 0, second = 0] = askedAt;
  // A timer may fire a millisecond early.
  expect(second - first).toBeGreaterThan(298);
});

test('nobody logged in: nothing is asked', async () => {
  let asked = 0;
  const address = await serve((_request, response) => {
    asked += 1;
    response.end();
  });
  const token = vi.fn(async () => undefined);
  stop = readMemberStream({
    address,
    token,
    onOpen: () => undefined,
    onEvent: () => undefined,
    isStillThere: async () => true,
  });
  await vi.waitFor(() => expect(token).toHaveBeenCalled());
  expect(asked).toBe(0);
});
