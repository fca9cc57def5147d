import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call as it arrived at the stand-in; `url` holds path and query. */
export type Arrival = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

/** What the stand-in answers; without status 200, a body that is not text goes out as JSON. */
export type Reply = { status?: number; headers?: Record<string, string>; body?: unknown };

export type StandIn = {
  origin: string;
  arrivals: Arrival[];
  /** Decides the answers from now on; null leaves the caller without one. */
  answer: (reply: (arrival: Arrival) => Reply | null | Promise<Reply | null>) => void;
  close: () => Promise<void>;
};

/** A real HTTP server for tests of the client: remembers what arrives and answers what the test says. */
export async function startStandIn(): Promise<StandIn> {
  const arrivals: Arrival[] = [];
  let decide: Parameters<StandIn['answer']>[0] = () => ({ body: envelope(null) });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    const arrival = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') };
    arrivals.push(arrival);
    const reply = await decide(arrival);
    if (!reply) return;
    const isText = typeof reply.body === 'string';
    const type = isText ? 'text/html' : 'application/json';
    response.writeHead(reply.status ?? 200, { 'content-type': type, ...reply.headers });
    response.end(isText ? reply.body : JSON.stringify(reply.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    answer: (reply) => {
      decide = reply;
    },
    close: () => closeServer(server),
  };
}

/** An envelope as the server sends it. */
export function envelope(data: unknown, code = 200, msg = '操作成功'): Record<string, unknown> {
  return { code, success: code === 200, msg, data };
}

/** A token call's success, valid for an hour. */
export function grant(token: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    access_token: token,
    token_type: 'bearer',
    refresh_token: `refresh-${token}`,
    expires_in: 3600,
    tenant_id: '000000',
    user_id: '7',
    account: '13800000000',
    user_name: '张三',
    nick_name: '𠮷祥',
    avatar: '',
    role_name: 'member',
    menuIds: ['post.publish'],
    ...more,
  };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/**
 * Puts jsdom's page on an origin, so that requests to it are same-origin as they are for readers. Axios
 * remembers the origin when it is loaded: import what uses it afterwards.
 */
export function openPageAt(origin: string): void {
  const { jsdom } = globalThis as unknown as {
    jsdom: { reconfigure: (settings: { url: string }) => void; window: { _origin: string } };
  };
  jsdom.reconfigure({ url: `${origin}/index` });
  // `reconfigure` leaves the window's own copy, the one its requests are judged by, where it was.
  jsdom.window._origin = origin;
}
