import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it arrived; `url` holds path and query. */
export type ReceivedRequest = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

/** A response. The status is 200 by default; a body that is not text is sent as JSON. */
export type Reply = { status?: number; headers?: Record<string, string>; body?: unknown };

export type StandInServer = {
  origin: string;
  requests: ReceivedRequest[];
  /** Sets how requests are answered from now on; null sends no response. */
  answer: (reply: (received: ReceivedRequest) => Reply | null | Promise<Reply | null>) => void;
  close: () => Promise<void>;
};

/** Starts a real HTTP server for tests of the client: records requests and answers as the test says. */
export async function startStandInServer(): Promise<StandInServer> {
  const requests: ReceivedRequest[] = [];
  let decideReply: Parameters<StandInServer['answer']>[0] = () => ({ body: envelope(null) });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    const received = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') };
    requests.push(received);
    const reply = await decideReply(received);
    if (!reply) return;
    const isText = typeof reply.body === 'string';
    const type = isText ? 'text/html' : 'application/json';
    response.writeHead(reply.status ?? 200, { 'content-type': type, ...reply.headers });
    response.end(isText ? reply.body : JSON.stringify(reply.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (reply) => {
      decideReply = reply;
    },
    close: () => closeServer(server),
  };
}

/** Returns an envelope as the server sends it. */
export function envelope(data: unknown, code = 200, msg = '操作成功'): Record<string, unknown> {
  return { code, success: code === 200, msg, data };
}

/** Returns a successful response of the token call, valid for an hour. */
export function tokenGrant(token: string, more: Record<string, unknown> = {}): Record<string, unknown> {
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
 * Puts jsdom's page on an origin, so that requests to it are same-origin as for readers. Axios reads the origin when it
 * loads, so import modules that use it afterwards.
 */
export function openPageAt(origin: string): void {
  const { jsdom } = globalThis as unknown as {
    jsdom: { reconfigure: (settings: { url: string }) => void; window: { _origin: string } };
  };
  jsdom.reconfigure({ url: `${origin}/index` });
  // `reconfigure` does not change the window's own copy of the origin, against which its requests are checked.
  jsdom.window._origin = origin;
}
