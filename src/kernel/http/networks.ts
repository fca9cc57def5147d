import ipaddr from 'ipaddr.js';

/**
 * Returns the subject of a rate limit by address: an IPv4 address, or the /64 network of an IPv6 address, because every
 * household has a whole /64 of addresses.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
