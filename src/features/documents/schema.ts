import { z } from 'zod';

/** The version being edited; if the newest differs, another member saved meanwhile. */
export const base = z
  .number({ error: '版本号应为整数' })
  .int({ error: '版本号应为整数' })
  .min(0, { error: '版本号应为整数' })
  .meta({ title: '版本号' });

// The maximum of PostgreSQL's integer, the type of a version number.
const maxVersionNumber = 2_147_483_647;
export const number = z.coerce
  .number({ error: '版本号应为整数' })
  .int({ error: '版本号应为整数' })
  .min(1, { error: '版本号应为整数' })
  .max(maxVersionNumber, { error: '版本号应为整数' })
  .meta({ title: '版本号' });

export const saved = z.object({ version: z.number().int(), savedAt: z.string() });

export const versionRecord = z.object({
  number: z.number().int(),
  savedAt: z.string(),
  savedBy: z.string(),
  isLive: z.boolean(),
  isHead: z.boolean(),
  title: z.string(),
});

export type Saved = z.infer<typeof saved>;
export type VersionRecord = z.infer<typeof versionRecord>;
