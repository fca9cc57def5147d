import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Tenant } from '../context.ts';
import { normaliseHost } from './hosts.ts';

export type Tenants = {
  config: Pick<Config, 'tenants'>;
  tenants: ReadonlyMap<string, Tenant>;
  defaultTenant: Tenant;
};

/** Finds the tenant of a request by its host name; an unknown host gets the default tenant. */
export function tenantOf({ config, tenants, defaultTenant }: Tenants, request: FastifyRequest): Tenant {
  if (config.tenants.length === 1) return defaultTenant;
  const host = normaliseHost(request.host);
  const namedTenant = host === null ? undefined : config.tenants.find(({ hosts }) => hosts.includes(host));
  return (namedTenant && tenants.get(namedTenant.id)) ?? defaultTenant;
}
