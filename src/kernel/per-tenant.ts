import type { Tenant } from './context.ts';

/**
 * Returns state per tenant of one application: created on first use and garbage-collected with the tenant, so that two
 * applications in one process share nothing.
 */
export function perTenant<T extends object>(create: (tenant: Tenant) => T): (tenant: Tenant) => T {
  const states = new WeakMap<Tenant, T>();
  return (tenant) => {
    const state = states.get(tenant) ?? create(tenant);
    states.set(tenant, state);
    return state;
  };
}
