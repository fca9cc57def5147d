import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

// The longest form is an IPv6 address with zone and port, in brackets and quotes.
const maxLength = 100;
/** A port, also an obfuscated or an empty one (RFC 7239, 6). */
const port = /:(?:\d{1,5}|_[\w.-]+)?$/;

/**
 * Reads an IP address as proxies write it: with a port, in brackets or quotes, with a zone, as IPv4 in IPv6, among white
 * space. Every form of one address gives the same text. Returns undefined for anything else.
 */
export function readAddress(text: string): string | undefined {
  if (text.length > maxLength) return undefined;
  const unquoted = text
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();
  const [, bracketed] = /^\[([^[\]]*)\](?::.*)?$/.exec(unquoted) ?? [];
  const bare = bracketed ?? unquoted;
  const address = [bare, bare.replace(port, '')]
    .map((candidate) => candidate.replace(/%.*$/, '').trim())
    .find((candidate) => isIP(candidate) !== 0);
  return address === undefined ? undefined : ipaddr.process(address).toString();
}

/**
 * Returns the client's address, without a port. A forwarded text that is no address counts as the proxy that sent it: a
 * client that chooses the text must not choose a new subject of the rate limits with it.
 */
export const addressOf = ({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string =>
  readAddress(ip) ?? readAddress(socket.remoteAddress ?? '') ?? '';

/**
 * Returns the subject of a rate limit by address: an IPv4 address, or the /64 network of an IPv6 address, because every
 * household has a whole /64 of addresses. All texts that are no address share one subject, the empty one.
 */
export function networkOf(text: string): string {
  const address = readAddress(text);
  if (address === undefined) return '';
  const parsed = ipaddr.parse(address);
  if (!(parsed instanceof ipaddr.IPv6)) return address;
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
