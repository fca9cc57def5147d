/** The next of a list's options by an arrow key, round and round; −1 is the field itself, between the last and the first. */
export function stepActive(active: number, by: 1 | -1, count: number): number {
  return ((active + 1 + by + count + 1) % (count + 1)) - 1;
}
