/** What this browser keeps of a piece that the server has not taken yet. `base` is the version it was written on. */
export type LocalCopy<C> = { base: number; content: C; at: string };

/** Where a copy is written, whose it is, and of which piece; `new` while the piece has no id yet. */
export type CopyOf = { place: 'desk' | 'reference'; memberId: string; id: string };

const keyOf = ({ place, memberId, id }: CopyOf) => `${place}:${memberId}:${id}`;

/** Keeps a copy. @returns false where the browser refuses to (private mode, quota): nothing is kept then */
export function keepCopy<C>(of: CopyOf, copy: LocalCopy<C>): boolean {
  try {
    localStorage.setItem(keyOf(of), JSON.stringify(copy));
    return true;
  } catch {
    return false;
  }
}

/** The copy that is kept, if it is whole. */
export function readCopy<C>(of: CopyOf): LocalCopy<C> | undefined {
  try {
    const copy: unknown = JSON.parse(localStorage.getItem(keyOf(of)) ?? 'null');
    return isCopy<C>(copy) ? copy : undefined;
  } catch {
    return undefined;
  }
}

export function forgetCopy(of: CopyOf): void {
  try {
    localStorage.removeItem(keyOf(of));
  } catch {
    // Nothing is kept where storage is closed.
  }
}

function isCopy<C>(value: unknown): value is LocalCopy<C> {
  const { base, content, at } = (value ?? {}) as Partial<LocalCopy<{ html?: unknown }>>;
  return typeof base === 'number' && typeof at === 'string' && typeof content?.html === 'string';
}
