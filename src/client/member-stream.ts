import { CLIENT_CREDENTIAL, TENANT_ID } from './constants.ts';

/**
 * How a connection to the member's stream ended: `refused` means HTTP 401. `retryMs` is the last reconnect delay that
 * the server sent.
 */
type ConnectionEnd = { reason: 'ended' | 'refused' | 'failed'; retryMs?: number };

export type MemberStreamOptions = {
  /** The URL, such as `/api/member/stream`. */
  address: string;
  /** The client credential, `id:secret`. */
  client?: string;
  tenantId?: string;
  /** Returns the token to send, renewed if that is due; undefined if nobody is logged in. */
  token: () => Promise<string | undefined>;
  onEvent: (event: unknown) => void;
  /** Called when the stream is open; the caller should fetch what it missed meanwhile. */
  onOpen: () => void;
  /** Returns, after a connection has ended, whether the member is still logged in. False stops the stream. */
  isStillLoggedIn: () => Promise<boolean>;
  /** The pause before the second connection, in ms; each further pause doubles, up to a minute. */
  firstPauseMs?: number;
};

// All clients reconnect to a restarted server: exponential back-off with jitter spreads them.
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 60_000;
// The server sends a heartbeat every 25 s; a connection without data for longer is dead, even if the browser keeps it
// open.
const SILENCE_MS = 70_000;

/**
 * Reads a member's event stream by fetch, so that the token is sent in a header and never in an address
 * (docs/product.md §14). It reconnects with exponential back-off. While the tab is hidden it holds no connection,
 * because browsers allow only six per host. Returns a function that stops it.
 */
export function readMemberStream(options: MemberStreamOptions): () => void {
  let current: AbortController | undefined;

  async function run(signal: AbortSignal): Promise<void> {
    const { firstPauseMs = FIRST_PAUSE_MS } = options;
    let pause = firstPauseMs;
    while (!signal.aborted) {
      const token = await options.token();
      if (token === undefined || signal.aborted) return;
      const startedAt = Date.now();
      const { reason, retryMs = 0 } = await connect(token, options, signal);
      if (signal.aborted) return;
      // A connection that lasted is no failure, so the pause starts again at its minimum.
      if (reason === 'ended' && Date.now() - startedAt > pause) pause = firstPauseMs;
      await sleep(Math.max(retryMs, pause * (0.5 + Math.random())), signal);
      pause = Math.min(pause * 2, MAX_PAUSE_MS);
      if (signal.aborted || (reason !== 'failed' && !(await options.isStillLoggedIn()))) return;
    }
  }

  function onVisibilityChange() {
    current?.abort();
    current = undefined;
    if (document.visibilityState === 'hidden') return;
    current = new AbortController();
    void run(current.signal);
  }

  onVisibilityChange();
  document.addEventListener('visibilitychange', onVisibilityChange);
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange);
    current?.abort();
  };
}

async function connect(
  token: string,
  options: MemberStreamOptions,
  signal: AbortSignal,
): Promise<ConnectionEnd> {
  const { address, client = CLIENT_CREDENTIAL, tenantId = TENANT_ID } = options;
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal.addEventListener('abort', abort);
  let silenceTimer = setTimeout(abort, SILENCE_MS);
  const restartSilenceTimer = () => {
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(abort, SILENCE_MS);
  };
  try {
    const response = await fetch(address, {
      headers: {
        Accept: 'text/event-stream',
        Authorization: `Basic ${btoa(client)}`,
        'Tenant-Id': tenantId,
        'Blade-Auth': `bearer ${token}`,
      },
      cache: 'no-store',
      signal: controller.signal,
    });
    if (!response.ok || !response.body) return { reason: response.status === 401 ? 'refused' : 'failed' };
    options.onOpen();
    return {
      reason: 'ended',
      retryMs: await readEvents(response.body, options.onEvent, restartSilenceTimer),
    };
  } catch {
    return { reason: 'failed' };
  } finally {
    clearTimeout(silenceTimer);
    signal.removeEventListener('abort', abort);
  }
}

/**
 * Reads server-sent events: `data:` lines up to an empty line. Comments and other lines only count as activity.
 * @returns the last reconnect delay (`retry:`) that was sent, in ms; 0 without one
 */
export async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onEvent: (event: unknown) => void,
  onActivity: () => void = () => undefined,
): Promise<number> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  let data: string[] = [];
  let retryMs = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return retryMs;
    onActivity();
    const lines = (buffer + value).split(/\r\n|\n|\r(?!$)/);
    buffer = lines.pop() ?? '';
    for (const line of lines) {
      retryMs = Number(/^retry: ?(\d+)$/.exec(line)?.[1] ?? retryMs);
      if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      if (line !== '' || data.length === 0) continue;
      dispatchEvent(data.join('\n'), onEvent);
      data = [];
    }
  }
}

// Invalid JSON is ignored: a newer server may send more than this page understands.
function dispatchEvent(text: string, onEvent: (event: unknown) => void): void {
  let event: unknown;
  try {
    event = JSON.parse(text);
  } catch {
    return;
  }
  onEvent(event);
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
