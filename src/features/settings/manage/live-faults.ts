import type { Config } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import { environmentGroup, groupNames } from '#kernel/settings/environment.ts';
import { mergeGroup, readGroups } from '../current-settings.ts';
import { hasMilestone } from '../queries.ts';
import { demoBegun, demoLoaded } from '../service.ts';
import type { GroupValues } from './groups.ts';
import { findLiveRefusal } from './policy.ts';

type TenantContext = Pick<Context, 'db' | 'tenant'>;

/** What keeps an installation from being live. */
export type LiveFaults = {
  /** The tenants that hold demo content and demo accounts, by name. */
  demos: string[];
  /** What the settings lack, each in Chinese by the title of its group, and of several tenants with the tenant's name. */
  faults: string[];
};

/**
 * Returns what keeps these tenants from being live. The mode is one setting of the whole installation, so callers pass
 * every tenant, at the switch and at each live start. Once a portal is live, saving and
 * resetting a group check the same (policy.ts).
 */
export async function findLiveFaults(tenants: readonly TenantContext[], config: Config): Promise<LiveFaults> {
  const found: LiveFaults = { demos: [], faults: [] };
  for (const one of tenants) {
    const { name, faults } = await findTenantFaults(one, config);
    if ((await hasMilestone(one.db, demoBegun)) || (await hasMilestone(one.db, demoLoaded)))
      found.demos.push(name);
    found.faults.push(...faults.map((fault) => (tenants.length > 1 ? `${name}：${fault}` : fault)));
  }
  return found;
}

async function findTenantFaults(ctx: TenantContext, config: Config) {
  const saved = await readGroups(ctx);
  const faults = groupNames.flatMap((group) => {
    // Without the defaults of a demo, which end with it.
    const values: GroupValues = mergeGroup(group, environmentGroup(group, config.environment), saved[group]);
    return findLiveRefusal(group, values, config)?.refusal ?? [];
  });
  const { name } = mergeGroup('site', environmentGroup('site', config.environment), saved.site);
  return { name: nameTenant(name, ctx), faults };
}

/** Names a tenant to people of another tenant, who see its site by name and its id in the settings of the server. */
export const nameTenant = (siteName: string, { tenant }: Pick<Context, 'tenant'>): string =>
  `“${siteName}”（租户 ${tenant.id}）`;
