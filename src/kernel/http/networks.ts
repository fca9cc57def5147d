import ipaddr from 'ipaddr.js';

/**
 * Whom a limit by address counts: an IPv4 address, and of IPv6 the network of 64 bits, since every household has
 * one to itself and with it more addresses than any limit.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
