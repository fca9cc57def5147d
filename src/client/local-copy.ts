/** The copy of a post that the server has not saved yet. `base` is the version it was written on. */
export type LocalCopy<C> = { base: number; content: C; at: string };

/** The editor, the member and the post that a copy belongs to; `id` is `new` while the post has no id. */
export type LocalCopyKey = {
  area: 'desk' | 'reference' | 'page' | 'letter' | 'agreement';
  memberId: string;
  id: string;
};

const storageKey = ({ area, memberId, id }: LocalCopyKey) => `${area}:${memberId}:${id}`;

/**
 * Saves a copy.
 * @returns false if the browser refuses (private mode, quota) and nothing was saved
 */
export function saveLocalCopy<C>(copyKey: LocalCopyKey, copy: LocalCopy<C>): boolean {
  try {
    localStorage.setItem(storageKey(copyKey), JSON.stringify(copy));
    return true;
  } catch {
    return false;
  }
}

/** Returns the saved copy, if it is valid. */
export function readLocalCopy<C>(copyKey: LocalCopyKey): LocalCopy<C> | undefined {
  try {
    const copy: unknown = JSON.parse(localStorage.getItem(storageKey(copyKey)) ?? 'null');
    return isLocalCopy<C>(copy, copyKey.area === 'letter' ? 'introduction' : 'html') ? copy : undefined;
  } catch {
    return undefined;
  }
}

export function deleteLocalCopy(copyKey: LocalCopyKey): void {
  try {
    localStorage.removeItem(storageKey(copyKey));
  } catch {
    // Disabled storage contains nothing to delete.
  }
}

function isLocalCopy<C>(value: unknown, body: string): value is LocalCopy<C> {
  const { base, content, at } = (value ?? {}) as Partial<LocalCopy<Record<string, unknown>>>;
  return typeof base === 'number' && typeof at === 'string' && typeof content?.[body] === 'string';
}
