import { CLIENT_CREDENTIAL, TENANT_ID } from './constants.ts';

/**
 * How a connection to the personal stream ended: `refused` when the server did not let us in. `retryMs` is the reconnect
 * delay that the server sent last.
 */
type Ending = { how: 'ended' | 'refused' | 'failed'; retryMs?: number };

export type MemberStreamOptions = {
  /** `/api/member/stream` */
  address: string;
  /** Client credential `id:secret`. */
  client?: string;
  tenantId?: string;
  /** The token to send, renewed where that is due; undefined when nobody is logged in. */
  token: () => Promise<string | undefined>;
  onEvent: (event: unknown) => void;
  /** The stream is open: what came while it was not is to be fetched. */
  onOpen: () => void;
  /** After a connection that ended: whether the person is still logged in. False stops the stream. */
  isStillThere: () => Promise<boolean>;
  /** Before the second connection, in ms; each further pause is twice as long, to a minute. */
  firstPauseMs?: number;
};

// A server that restarts is asked by all its readers: each waits longer than the time before, and a bit of chance.
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
// The server says something every 25 s; a line that is silent for longer is dead, whatever the browser believes.
const SILENCE_MS = 70_000;

/**
 * Reads a member's event stream by fetch, so that the token travels in a header and never in an address
 * (PRODUCT §4). It comes back by itself, slower each time; while the tab is hidden it holds no connection, for
 * browsers allow six to a host. Returns how to stop.
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
      const { how, retryMs = 0 } = await connect(token, options, signal);
      if (signal.aborted) return;
      // A connection that lasted is no failure: after it the pause begins anew.
      if (how === 'ended' && Date.now() - startedAt > pause) pause = firstPauseMs;
      await sleep(Math.max(retryMs, pause * (0.5 + Math.random())), signal);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      if (signal.aborted || (how !== 'failed' && !(await options.isStillThere()))) return;
    }
  }

  function follow() {
    current?.abort();
    current = undefined;
    if (document.visibilityState === 'hidden') return;
    current = new AbortController();
    void run(current.signal);
  }

  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    current?.abort();
  };
}

async function connect(token: string, options: MemberStreamOptions, signal: AbortSignal): Promise<Ending> {
  const { address, client = CLIENT_CREDENTIAL, tenantId = TENANT_ID } = options;
  const line = new AbortController();
  const hangUp = () => line.abort();
  signal.addEventListener('abort', hangUp);
  let silence = setTimeout(hangUp, SILENCE_MS);
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(hangUp, SILENCE_MS);
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
      signal: line.signal,
    });
    if (!response.ok || !response.body) return { how: response.status === 401 ? 'refused' : 'failed' };
    options.onOpen();
    return { how: 'ended', retryMs: await readEvents(response.body, options.onEvent, heard) };
  } catch {
    return { how: 'failed' };
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', hangUp);
  }
}

/**
 * Reads server-sent events: `data:` lines up to an empty one; comments and all else are a sign of life.
 * @returns the reconnect delay (`retry:`) that was sent last, in ms; 0 without one
 */
export async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onEvent: (event: unknown) => void,
  onLife: () => void = () => undefined,
): Promise<number> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let data: string[] = [];
  let retryMs = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return retryMs;
    onLife();
    const lines = (rest + value).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      retryMs = Number(/^retry: ?(\d+)$/.exec(line)?.[1] ?? retryMs);
      if (line.startsWith('data:')) data.push(line.slice(5).replace(/^ /, ''));
      if (line !== '' || data.length === 0) continue;
      tell(data.join('\n'), onEvent);
      data = [];
    }
  }
}

// A word nobody understands is passed over: a newer server may say more than this page knows.
function tell(text: string, onEvent: (event: unknown) => void): void {
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
