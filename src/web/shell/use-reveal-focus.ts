import { useEffect } from 'react';

/** Room for a focus ring, in px. */
const margin = 8;

/**
 * Scrolls a row that scrolls horizontally to the entry that gets the focus by keyboard, so that the entry and its focus
 * ring are whole: browsers leave it where it is if most of it is visible.
 */
export function useRevealFocus(): void {
  useEffect(() => {
    const reveal = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches(':focus-visible')) revealInRow(target);
    };
    document.addEventListener('focusin', reveal);
    return () => document.removeEventListener('focusin', reveal);
  }, []);
}

function revealInRow(target: Element): void {
  for (let row = target.parentElement; row && row !== document.body; row = row.parentElement) {
    if (row.scrollWidth <= row.clientWidth || !/auto|scroll/.test(getComputedStyle(row).overflowX)) continue;
    const entry = target.getBoundingClientRect();
    const frame = row.getBoundingClientRect();
    if (entry.left < frame.left + margin) row.scrollLeft -= frame.left + margin - entry.left;
    else if (entry.right > frame.right - margin) row.scrollLeft += entry.right + margin - frame.right;
    return;
  }
}
