import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { detailPath } from '#client/routes.ts';
import { newDraft, tryCall, type WriteParts } from '../crash/writers.ts';
import type { BuyerClient } from '../shop.ts';

export type WithdrawalFigures = {
  /** Posts whose withdrawal was acknowledged and looked for afterwards. */
  withdrawn: number;
  /** Answers that showed one of them later than `allowedMs` after that. */
  shown: number;
};

export type Withdrawals = {
  reset(): void;
  figures(): WithdrawalFigures;
  /** Resolves when the last post has been looked for. */
  stop(): Promise<void>;
};

const columnId = '2';
/** How long after the acknowledgement of a withdrawal an answer may still show the post. */
const allowedMs = 2000;
const watchMs = 4000;

/**
 * Publishes posts one after another, reads each at every address, withdraws it, and looks for it again from 2 s after the
 * acknowledgement on.
 * @param origins the cache in front, and each web machine by itself
 */
export function watchWithdrawals(parts: WriteParts, origins: readonly string[]): Withdrawals {
  let figures: WithdrawalFigures = { withdrawn: 0, shown: 0 };
  let isStopped = false;
  const watches = new Set<Promise<void>>();
  const watch = async ({ id, title }: { id: string; title: string }) => {
    const began = performance.now();
    const ofThis = figures;
    await pause(allowedMs);
    ofThis.withdrawn += 1;
    while (performance.now() - began < allowedMs + watchMs) {
      const answers = await Promise.all(origins.map((origin) => read(origin + detailPath(columnId, id))));
      const homes = await Promise.all(origins.map((origin) => read(`${origin}/index`)));
      ofThis.shown += [...answers, ...homes].filter((text) => text.includes(title)).length;
      await pause(500);
    }
  };
  const loop = async () => {
    while (!isStopped) {
      const post = await publish(parts);
      if (post) {
        await Promise.all(
          origins.flatMap((origin) => [
            read(origin + detailPath(columnId, post.id)),
            read(`${origin}/index`),
          ]),
        );
        const reply = await tryCall(parts, 'POST', '/admin/post/withdraw', parts.staff, { id: post.id });
        if (reply?.status === 200) {
          const watching = watch(post).finally(() => watches.delete(watching));
          watches.add(watching);
        }
      }
      await pause(500);
    }
  };
  const looping = loop();
  return {
    reset() {
      figures = { withdrawn: 0, shown: 0 };
    },
    figures: () => ({ ...figures }),
    async stop() {
      isStopped = true;
      await looping;
      await Promise.all(watches);
    },
  };
}

async function publish(parts: WriteParts): Promise<{ id: string; title: string } | null> {
  const title = `撤回${randomBytes(6).toString('hex')}`;
  const { id, version, content } = await newDraft(parts, title);
  const html = `<p>${title}的正文。</p>`;
  const save = { id, base: version, content: { ...content, title, html } };
  const saved = await tryCall(parts, 'POST', '/admin/post/save', parts.staff, save);
  if (saved?.status !== 200) return null;
  const base = (saved.body.data as { version: number }).version;
  const reply = await tryCall(parts, 'POST', '/admin/post/publish', parts.staff, { id, base });
  return reply?.status === 200 ? { id, title } : null;
}

/** Returns what a reader gets; a machine that does not answer shows nothing. */
const read = (url: string): Promise<string> =>
  fetch(url, { signal: AbortSignal.timeout(3000) })
    .then((response) => (response.ok ? response.text() : ''))
    .catch(() => '');

/** Wraps a client to note when a write was last acknowledged. */
export function watchWrites(client: BuyerClient): {
  client: BuyerClient;
  /** The longest time in ms without an acknowledged write since the last call of `reset`. */
  gapMs(): number;
  reset(): void;
} {
  let lastAt = performance.now();
  let gap = 0;
  const note = () => {
    gap = Math.max(gap, performance.now() - lastAt);
  };
  return {
    client: {
      ...client,
      async call(method, path, token, body) {
        const reply = await client.call(method, path, token, body);
        if (method === 'POST' && reply.status === 200) {
          note();
          lastAt = performance.now();
        }
        return reply;
      },
    },
    gapMs() {
      note();
      return gap;
    },
    reset() {
      lastAt = performance.now();
      gap = 0;
    },
  };
}
