import { BlockList, isIP } from 'node:net';

// Two lists: one alone would take every IPv4 address for its form in ::/3.
const notPublic = { 4: new BlockList(), 6: new BlockList() };
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic[4].addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of [
  // Public is 2000::/3; the rest holds IPv4 in other clothes, sites, links and what is still to be given out.
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic[6].addSubnet(net, prefix, 'ipv6');

/** True for an address of the public internet (RFC 6890 lists the others); IPv4 inside IPv6 counts as IPv4. */
export function isPublic(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  const family = isIP(mapped);
  if (family === 4) return !notPublic[4].check(mapped, 'ipv4');
  return family === 6 && !notPublic[6].check(mapped, 'ipv6');
}

/**
 * Public addresses, and those of one's own network that the operator named (`192.168.1.8`, `10.0.0.0/8`).
 * @throws an error for what is no address or network
 */
export function publicOr(inside: readonly string[]): (address: string) => boolean {
  const named = new BlockList();
  for (const one of inside) {
    const [net = '', prefix] = one.split('/');
    const family = isIP(net);
    if (family === 0) throw new Error(`no address or network: ${one}`);
    const type = family === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) named.addAddress(net, type);
    else named.addSubnet(net, Number(prefix), type);
  }
  return (address) => isPublic(address) || named.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
