/** How one file is sent: must stop on `signal`, and report the share already sent. */
export type SendOptions = { signal: AbortSignal; onProgress: (share: number) => void };

/** One file in the upload queue. `share` is the part already sent, from 0 to 1; `error` is the reason of a failure. */
export type Upload<A = unknown> = {
  key: string;
  name: string;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  share: number;
  error: string | undefined;
  /** The server or the local check refuses the file: a retry would fail again. */
  isRefused: boolean;
  answer: A | undefined;
};

export type Uploads<A = unknown> = {
  list: () => readonly Upload<A>[];
  subscribe: (listener: () => void) => () => void;
  /** @returns the keys of the added files */
  add: (files: Iterable<File>) => string[];
  /** Aborts an upload in any state and removes it from the list. */
  cancel: (key: string) => void;
  retry: (key: string) => void;
  /** Removes finished uploads from the list. */
  clear: () => void;
  /** Aborts all unfinished uploads. */
  stop: () => void;
};

export type UploadsOptions<A> = {
  send: (file: File, options: SendOptions) => Promise<A>;
  onDone: (answer: A, key: string) => void;
  /** Message for a failure, and whether the file itself is refused. */
  explain: (error: unknown) => { error: string; isRefused: boolean };
  /** Limit in bytes. The server would refuse a larger file only after it was sent. */
  maxSize?: number;
};

/** More parallel uploads are not faster: they share the bandwidth, and the server re-encodes images one by one. */
const maxConcurrent = 2;
/** Limit in bytes of the media library. */
export const maxFileSize = 100 * 1024 * 1024;

let lastId = 0;

/** An upload queue: two files at a time, with progress. A failed file does not stop the others and can be retried. */
export function createUploads<A>(options: UploadsOptions<A>): Uploads<A> {
  const { send, onDone, explain, maxSize = maxFileSize } = options;
  let entries: Upload<A>[] = [];
  const files = new Map<string, { file: File; aborter: AbortController }>();
  const listeners = new Set<() => void>();
  const update = (next: Upload<A>[]) => {
    entries = next;
    for (const listener of listeners) listener();
  };
  const applyChange = (key: string, change: Partial<Upload<A>>) =>
    update(entries.map((entry) => (entry.key === key ? { ...entry, ...change } : entry)));

  async function start(key: string): Promise<void> {
    const entry = files.get(key);
    if (!entry) return;
    entry.aborter = new AbortController();
    const { signal } = entry.aborter;
    applyChange(key, { state: 'sending', share: 0, error: undefined });
    try {
      const answer = await send(entry.file, {
        signal,
        onProgress: (share) => applyChange(key, { share }),
      });
      if (signal.aborted) return;
      applyChange(key, { state: 'done', share: 1, answer });
      files.delete(key);
      onDone(answer, key);
    } catch (error) {
      if (!signal.aborted) applyChange(key, { state: 'failed', ...explain(error) });
    } finally {
      startNext();
    }
  }

  function startNext(): void {
    const freeSlots = maxConcurrent - entries.filter(({ state }) => state === 'sending').length;
    const waiting = entries.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, freeSlots));
    for (const { key } of waiting) void start(key);
  }

  const remove = (key: string) => {
    files.get(key)?.aborter.abort();
    files.delete(key);
    update(entries.filter((entry) => entry.key !== key));
  };

  return {
    list: () => entries,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(newFiles) {
      const added = [...newFiles].map((file): Upload<A> => {
        lastId += 1;
        const key = `upload-${lastId}`;
        const error = checkFile(file, maxSize);
        if (!error) files.set(key, { file, aborter: new AbortController() });
        const state = error ? 'failed' : 'waiting';
        return {
          key,
          name: file.name || '粘贴的图片',
          state,
          share: 0,
          error,
          isRefused: error !== undefined,
          answer: undefined,
        };
      });
      update([...entries, ...added]);
      startNext();
      return added.map(({ key }) => key);
    },
    cancel(key) {
      remove(key);
      startNext();
    },
    retry(key) {
      if (!files.has(key)) return;
      applyChange(key, { state: 'waiting', error: undefined });
      startNext();
    },
    clear: () => update(entries.filter(({ state }) => state !== 'done')),
    stop() {
      for (const { key, state } of entries) if (state !== 'done') remove(key);
    },
  };
}

/** Whether a retry may succeed. */
export const mayRetry = ({ state, isRefused }: Upload): boolean => state === 'failed' && !isRefused;

function checkFile({ size }: File, maxSize: number): string | undefined {
  if (size === 0) return '文件是空的';
  return size > maxSize ? `文件过大，最多 ${maxSize / 1024 / 1024} MB` : undefined;
}
