import { isIPv6 } from 'node:net';

/**
 * Whom a limit by address counts: an IPv4 address, and of IPv6 the network of 64 bits, since every household has
 * one to itself and with it more addresses than any limit.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const groups = (part: string) => part.split(':').filter((group) => group !== '');
  const [front, back] = [groups(head), groups(tail ?? '')];
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0');
  const four = [...front, ...zeros, ...back].slice(0, 4);
  return `${four.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
