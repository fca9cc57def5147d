import { create } from 'zustand';
import type { ProseSize } from '#ui/article/prose.tsx';

/** The reader's letter size, for every piece of this visit. Belongs to one tab: never written on the server. */
export const useProseSize = create<{ chosen: ProseSize }>(() => ({ chosen: 'normal' }));

const sizes: readonly ProseSize[] = ['normal', 'large', 'larger'];

/** One step larger; from the largest back to the usual one. */
export function takeNextSize(): void {
  const { chosen } = useProseSize.getState();
  useProseSize.setState({ chosen: sizes[(sizes.indexOf(chosen) + 1) % sizes.length] ?? 'normal' });
}
