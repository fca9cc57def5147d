const MAX_ENTRIES = 7;

/**
 * Returns the entries of a pagination: first and last page, the current page with one neighbour on either side, and a
 * gap for omitted pages. A gap always stands for at least two pages.
 */
export function pageWindow(page: number, pages: number): (number | 'gap-before' | 'gap-after')[] {
  if (pages <= MAX_ENTRIES) return range(1, pages);
  if (page <= 4) return [...range(1, 5), 'gap-after', pages];
  if (page >= pages - 3) return [1, 'gap-before', ...range(pages - 4, pages)];
  return [1, 'gap-before', ...range(page - 1, page + 1), 'gap-after', pages];
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
