import { createRequire } from 'node:module';
import { isIP } from 'node:net';

// The table is 11 MB: it is read when the first address is asked for, and stays.
let table: import('ip2region').default | undefined;

/**
 * Where an address is, as the law wants it shown beside what people write: `广东`, `香港`, `美国`. Empty for one that
 * nobody can place, such as this machine's own. Nothing leaves the machine.
 */
export function provinceOf(address: string): string {
  if (isIP(address) === 0) return '';
  table ??= openTable();
  const place = table.search(address);
  if (!place) return '';
  return place.country === '中国' ? place.province.replace(suffix, '') : place.country;
}

const suffix = /(?:省|市|壮族自治区|回族自治区|维吾尔自治区|自治区|特别行政区)$/;

function openTable(): import('ip2region').default {
  const require = createRequire(import.meta.url);
  const { default: Ip2Region } = require('ip2region') as typeof import('ip2region');
  return new Ip2Region();
}
