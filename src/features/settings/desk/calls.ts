import type { z } from 'zod';
import type * as schema from './schema.ts';

export type SettingGroup = z.infer<typeof schema.settingGroup>;
export type SettingList = z.infer<typeof schema.settingList>;
export type TryAnswer = z.infer<typeof schema.tryAnswer>;

/** What crosses the wire about what is set at the desk. */
export type SettingDeskCalls = {
  'GET /admin/settings/list': { data: SettingList };
  'POST /admin/settings/save': { body: z.input<typeof schema.saveInput>; data: SettingGroup };
  'POST /admin/settings/reset': { body: z.input<typeof schema.resetInput>; data: SettingGroup };
  'POST /admin/settings/try': { body: z.input<typeof schema.tryInput>; data: TryAnswer };
};
