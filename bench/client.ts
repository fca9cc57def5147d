import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Socket } from 'node:net';

export type ClientResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  localPort: number;
};

/** An HTTP client with a single keep-alive connection. */
export type Client = {
  get(path: string, headers?: Record<string, string>): Promise<ClientResponse>;
  /** Sends `body` as JSON. */
  post(path: string, headers?: Record<string, string>, body?: unknown): Promise<ClientResponse>;
  close(): void;
};

export function openClient(port: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (method: string, path: string, headers: Record<string, string> = {}, body = '') =>
    new Promise<ClientResponse>((resolve, reject) => {
      const clientRequest = request({ agent, host: '127.0.0.1', port, method, path, headers }, (response) => {
        const parts: Buffer[] = [];
        const { localPort = 0 } = response.socket as Socket;
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts),
            localPort,
          }),
        );
      });
      clientRequest.on('error', reject);
      clientRequest.end(body);
    });
  return {
    get: (path, headers) => send('GET', path, headers),
    post: (path, headers, body) => {
      const text = body === undefined ? '' : JSON.stringify(body);
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      return send(
        'POST',
        path,
        { 'content-length': String(Buffer.byteLength(text)), ...type, ...headers },
        text,
      );
    },
    close: () => agent.destroy(),
  };
}

/** Returns the headers of a call (docs/product.md §7). */
export const callHeaders = (apiClient: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(apiClient).toString('base64')}`,
});

/** Measures one request in ms. @throws if the status is not 200 */
export async function measureGet(
  client: Client,
  path: string,
  headers?: Record<string, string>,
): Promise<number> {
  const started = performance.now();
  const { status, body } = await client.get(path, headers);
  const ms = performance.now() - started;
  if (status !== 200) throw new Error(`${path} answered ${status}: ${body.toString().slice(0, 200)}`);
  return ms;
}

/**
 * Opens a client for each of these processes, which share a port: the kernel assigns each connection to one of them,
 * and /proc shows to which. Linux only.
 */
export async function openClientPerProcess(
  port: number,
  pids: readonly number[],
): Promise<Map<number, Client>> {
  const clients = new Map<number, Client>();
  for (let tries = 0; clients.size < pids.length && tries < 2000; tries++) {
    const client = openClient(port);
    const { localPort } = await client.get('/favicon.svg');
    const pid = findProcessOfConnection(port, localPort, pids);
    if (pid === undefined || clients.has(pid)) client.close();
    else clients.set(pid, client);
  }
  if (clients.size < pids.length) throw new Error('a web process received none of 2,000 connections');
  return clients;
}

function findProcessOfConnection(
  port: number,
  localPort: number,
  pids: readonly number[],
): number | undefined {
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(4, '0');
  const line = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((text) => text.trim().split(/\s+/))
    .find(([, local, remote]) => local?.endsWith(`:${hex(port)}`) && remote?.endsWith(`:${hex(localPort)}`));
  const socket = `socket:[${line?.[9]}]`;
  return pids.find((pid) =>
    readdirSync(`/proc/${pid}/fd`).some((fd) => readDescriptorLink(pid, fd) === socket),
  );
}

function readDescriptorLink(pid: number, fd: string): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/${fd}`);
  } catch {
    // The descriptor was closed since the folder was listed.
    return '';
  }
}
