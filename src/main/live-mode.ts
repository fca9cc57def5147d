import { createHmac } from 'node:crypto';
import { hasMilestone, liveMilestone } from '#features/settings/index.ts';
import type { Config } from '#kernel/config.ts';
import { readPortalKey } from '#kernel/seals.ts';
import { openCore } from './core.ts';

/**
 * Returns the settings of live mode if the environment names no mode and the data are live, else none. The tables must
 * be up to date.
 */
export async function liveModeSettings(
  config: Config,
  connectionString: string,
): Promise<Record<string, string>> {
  if (config.isModeGiven) return {};
  const core = openCore(config, connectionString);
  try {
    if (!(await hasMilestone(core.defaultTenant.db, liveMilestone))) return {};
  } finally {
    await core.close();
  }
  return { SITE_MODE: 'live', ...(config.hasDefaultClient && { API_CLIENT: ownClient(config) }) };
}

/** A client credential of this portal's own, the same on every machine that holds its key. */
const ownClient = (config: Config): string =>
  `guanlan:${createHmac('sha256', readPortalKey(config)).update('guanlan client').digest('base64url')}`;
