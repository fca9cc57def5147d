import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Returns whether an address is public (RFC 6890 lists the others). IPv4 inside IPv6 counts as IPv4. */
export function isPublic(address: string): boolean {
  // The library also accepts octal and hexadecimal parts, which a resolver never returns.
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  // The library counts IPv6 space outside 2000::/3, which is not yet assigned, as unicast.
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalUnicast));
}

/**
 * Returns a check that accepts public addresses and the private ones that the operator lists (`192.168.1.8`,
 * `10.0.0.0/8`).
 * @throws an error for an entry that is not an address or network
 */
export function publicOr(inside: readonly string[]): (address: string) => boolean {
  const named = inside.map(readNetwork);
  return (address) =>
    isPublic(address) ||
    (isIP(address) !== 0 && ipaddr.subnetMatch(ipaddr.process(address), { named }) === 'named');
}

function readNetwork(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const family = isIP(text.split('/')[0] ?? '');
  if (family === 0) throw new Error(`not an address or network: ${text}`);
  return ipaddr.parseCIDR(text.includes('/') ? text : `${text}/${family === 4 ? 32 : 128}`);
}
