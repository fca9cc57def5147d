/** A position in PostgreSQL's write-ahead log (LSN). */
export type LogPosition = bigint;

const pageBytes = 8192n;
const pageHeaders = [24n, 40n];

/**
 * Parses `16/B374D848`. A position just behind the header of a page counts as the beginning of that page: the next
 * record would go behind the header, while a replica that has replayed all records reports the position before it.
 * @throws for anything else
 */
export function parsePosition(text: string): LogPosition {
  const [, high = '', low = ''] = /^([\dA-F]{1,8})\/([\dA-F]{1,8})$/i.exec(text) ?? [];
  const position = (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
  const offset = position % pageBytes;
  return pageHeaders.includes(offset) ? position - offset : position;
}
