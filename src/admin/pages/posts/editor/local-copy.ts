import type { Content } from '#features/posts/calls.ts';

/** What this browser keeps of a piece that the server has not taken yet. `base` is the version it was written on. */
export type LocalCopy = { base: number; content: Content; at: string };

const keyOf = (memberId: string, postId: string) => `desk:${memberId}:${postId}`;

/** Keeps a copy. @returns false where the browser refuses to (private mode, quota): nothing is kept then */
export function keepCopy(memberId: string, postId: string, copy: LocalCopy): boolean {
  try {
    localStorage.setItem(keyOf(memberId, postId), JSON.stringify(copy));
    return true;
  } catch {
    return false;
  }
}

/** The copy that is kept, if it is whole. */
export function readCopy(memberId: string, postId: string): LocalCopy | undefined {
  try {
    const copy: unknown = JSON.parse(localStorage.getItem(keyOf(memberId, postId)) ?? 'null');
    return isCopy(copy) ? copy : undefined;
  } catch {
    return undefined;
  }
}

export function forgetCopy(memberId: string, postId: string): void {
  try {
    localStorage.removeItem(keyOf(memberId, postId));
  } catch {
    // Nothing is kept where storage is closed.
  }
}

function isCopy(value: unknown): value is LocalCopy {
  const { base, content, at } = (value ?? {}) as Partial<LocalCopy>;
  return typeof base === 'number' && typeof at === 'string' && typeof content?.html === 'string';
}
