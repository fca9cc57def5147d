/** How one file is sent: gives up at the signal, tells how much of it has left. */
export type Sending = { signal: AbortSignal; onProgress: (share: number) => void };

/** One file on its way to the server. `share` of it has left, 0 to 1; `fault` says why it did not arrive. */
export type Upload<A = unknown> = {
  key: string;
  name: string;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  share: number;
  fault: string | undefined;
  /** The server, or we, will not have it: to send it again would change nothing. */
  isRefused: boolean;
  answer: A | undefined;
};

export type Uploads<A = unknown> = {
  list: () => readonly Upload<A>[];
  subscribe: (listener: () => void) => () => void;
  /** @returns their keys */
  add: (files: Iterable<File>) => string[];
  /** Gives one up, wherever it is, and takes it off the list. */
  cancel: (key: string) => void;
  retry: (key: string) => void;
  /** Takes what has arrived off the list. */
  clear: () => void;
  /** Gives everything up. */
  stop: () => void;
};

export type UploadsParts<A> = {
  send: (file: File, sending: Sending) => Promise<A>;
  onDone: (answer: A, key: string) => void;
  /** Words for a failure, and whether it is the file's. */
  explain: (error: unknown) => { fault: string; isRefused: boolean };
  /** Bytes; the server refuses more, but only after it was sent. */
  largest?: number;
};

/** A line is not faster for being shared by more, and the server redraws pictures one by one. */
const atOnce = 2;
/** Bytes; what the media library takes. */
export const largestFile = 100 * 1024 * 1024;

let serial = 0;

/** Sends files two at a time, each with its progress; one that fails holds up no other and may be tried again. */
export function createUploads<A>(parts: UploadsParts<A>): Uploads<A> {
  const { send, onDone, explain, largest = largestFile } = parts;
  let entries: Upload<A>[] = [];
  const files = new Map<string, { file: File; aborter: AbortController }>();
  const listeners = new Set<() => void>();
  const tell = (fresh: Upload<A>[]) => {
    entries = fresh;
    for (const listener of listeners) listener();
  };
  const change = (key: string, to: Partial<Upload<A>>) =>
    tell(entries.map((entry) => (entry.key === key ? { ...entry, ...to } : entry)));

  async function begin(key: string): Promise<void> {
    const sent = files.get(key);
    if (!sent) return;
    sent.aborter = new AbortController();
    const { signal } = sent.aborter;
    change(key, { state: 'sending', share: 0, fault: undefined });
    try {
      const answer = await send(sent.file, {
        signal,
        onProgress: (share) => change(key, { share }),
      });
      if (signal.aborted) return;
      change(key, { state: 'done', share: 1, answer });
      files.delete(key);
      onDone(answer, key);
    } catch (error) {
      if (!signal.aborted) change(key, { state: 'failed', ...explain(error) });
    } finally {
      next();
    }
  }

  function next(): void {
    const free = atOnce - entries.filter(({ state }) => state === 'sending').length;
    const waiting = entries.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free));
    for (const { key } of waiting) void begin(key);
  }

  const drop = (key: string) => {
    files.get(key)?.aborter.abort();
    files.delete(key);
    tell(entries.filter((entry) => entry.key !== key));
  };

  return {
    list: () => entries,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(added) {
      const fresh = [...added].map((file): Upload<A> => {
        serial += 1;
        const key = `upload-${serial}`;
        const fault = faultOfFile(file, largest);
        if (!fault) files.set(key, { file, aborter: new AbortController() });
        const state = fault ? 'failed' : 'waiting';
        return {
          key,
          name: file.name || '粘贴的图片',
          state,
          share: 0,
          fault,
          isRefused: fault !== undefined,
          answer: undefined,
        };
      });
      tell([...entries, ...fresh]);
      next();
      return fresh.map(({ key }) => key);
    },
    cancel(key) {
      drop(key);
      next();
    },
    retry(key) {
      if (!files.has(key)) return;
      change(key, { state: 'waiting', fault: undefined });
      next();
    },
    clear: () => tell(entries.filter(({ state }) => state !== 'done')),
    stop() {
      for (const { key, state } of entries) if (state !== 'done') drop(key);
    },
  };
}

/** Whether sending it again may help. */
export const mayRetry = ({ state, isRefused }: Upload): boolean => state === 'failed' && !isRefused;

function faultOfFile({ size }: File, largest: number): string | undefined {
  if (size === 0) return '文件是空的';
  return size > largest ? `文件过大，最多 ${largest / 1024 / 1024} MB` : undefined;
}
