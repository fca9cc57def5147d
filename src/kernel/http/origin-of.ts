import type { FastifyRequest } from 'fastify';

/**
 * Returns the origin of the request, for sites without a configured URL; an invalid Host header gives an empty string.
 */
export function originOf(request: FastifyRequest): string {
  const { host } = request;
  return /^[a-z0-9.\-_[\]:]{1,255}$/i.test(host) ? `${request.protocol}://${host}` : '';
}
