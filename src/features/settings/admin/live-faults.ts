import type { Config } from '#kernel/config.ts';
import type { Context } from '#kernel/context.ts';
import { environmentGroup, groupNames } from '#kernel/settings/environment.ts';
import { mergeGroup, readGroups } from '../current-settings.ts';
import { labelOf } from './fields.ts';
import type { GroupValues } from './groups.ts';
import { findLiveRefusal } from './policy.ts';

/**
 * Returns what the settings in use lack for a live portal, each fault in Chinese by the title of its group. Once a
 * portal is live, saving a group checks the same (policy.ts).
 */
export async function findLiveFaults(ctx: Pick<Context, 'db' | 'tenant'>, config: Config): Promise<string[]> {
  const saved = await readGroups(ctx);
  return groupNames.flatMap((group) => {
    // Without the defaults of a demo, which end with it.
    const values: GroupValues = mergeGroup(group, environmentGroup(group, config.environment), saved[group]);
    if (group === 'site' && !values.url && !config.siteUrl) return `请填写${labelOf(group, 'url')}`;
    return findLiveRefusal(group, values, config)?.refusal ?? [];
  });
}
