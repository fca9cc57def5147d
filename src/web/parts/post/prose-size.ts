import { create } from 'zustand';
import type { ProseSize } from '#ui/article/prose.tsx';

/** The reader's font size for all posts of this visit. The state belongs to one tab and is never set on the server. */
export const useProseSize = create<{ chosen: ProseSize }>(() => ({ chosen: 'normal' }));

const sizes: readonly ProseSize[] = ['normal', 'large', 'larger'];

/** Switches to the next larger size, from the largest back to normal. */
export function switchToNextSize(): void {
  const { chosen } = useProseSize.getState();
  useProseSize.setState({ chosen: sizes[(sizes.indexOf(chosen) + 1) % sizes.length] ?? 'normal' });
}
