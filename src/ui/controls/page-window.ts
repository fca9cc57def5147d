const WHOLE = 7;

/**
 * The entries of a pagination: first, last, the current page with a neighbour on either side, and a gap where pages
 * are left out. A gap never stands for a single page.
 */
export function pageWindow(page: number, pages: number): (number | 'gap-before' | 'gap-after')[] {
  if (pages <= WHOLE) return range(1, pages);
  if (page <= 4) return [...range(1, 5), 'gap-after', pages];
  if (page >= pages - 3) return [1, 'gap-before', ...range(pages - 4, pages)];
  return [1, 'gap-before', ...range(page - 1, page + 1), 'gap-after', pages];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
