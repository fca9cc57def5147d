import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** True for an address of the public internet (RFC 6890 lists the others); IPv4 inside IPv6 counts as IPv4. */
export function isPublic(address: string): boolean {
  // The library also reads octal and hexadecimal parts, which a resolver does not answer.
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  // Outside 2000::/3 the library takes IPv6 space that is not yet assigned for unicast.
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(globalUnicast));
}

/**
 * Public addresses, and those of one's own network that the operator named (`192.168.1.8`, `10.0.0.0/8`).
 * @throws an error for what is no address or network
 */
export function publicOr(inside: readonly string[]): (address: string) => boolean {
  const named = inside.map(readNetwork);
  return (address) =>
    isPublic(address) ||
    (isIP(address) !== 0 && ipaddr.subnetMatch(ipaddr.process(address), { named }) === 'named');
}

function readNetwork(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const family = isIP(text.split('/')[0] ?? '');
  if (family === 0) throw new Error(`no address or network: ${text}`);
  return ipaddr.parseCIDR(text.includes('/') ? text : `${text}/${family === 4 ? 32 : 128}`);
}
