import type { RoleList } from '#features/identity/staff/schema.ts';
import { call } from '../../api.ts';
import { type Load, useLoad } from '../../parts/use-load.ts';

/** All roles and all codes in words. */
export const useRoles = (): Load<RoleList> =>
  useLoad('roles', (signal) => call('GET /admin/role/list', { silent: true, signal }));
