import { createRequire } from 'node:module';
import { readAddress } from './http/networks.ts';

// The table takes 11 MB, so it is loaded with the first lookup and then stays in memory.
let table: import('ip2region').default | undefined;

/**
 * Returns the location of an IP address, which Chinese law requires next to user content: `广东`, `香港`, `美国`. Empty if it
 * is unknown, as for this machine's own address. The lookup is local.
 */
export function provinceOf(text: string): string {
  const address = readAddress(text);
  if (address === undefined) return '';
  table ??= openTable();
  const location = table.search(address);
  if (!location) return '';
  return location.country === '中国' ? location.province.replace(suffix, '') : location.country;
}

const suffix = /(?:省|市|壮族自治区|回族自治区|维吾尔自治区|自治区|特别行政区)$/;

function openTable(): import('ip2region').default {
  const require = createRequire(import.meta.url);
  const { default: Ip2Region } = require('ip2region') as typeof import('ip2region');
  return new Ip2Region();
}
