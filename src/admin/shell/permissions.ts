import { changeStored, readStored } from '#client/storage.ts';
import type { Profile } from '#features/identity/account/schema.ts';
import { call } from '../api.ts';
import { type Load, useLoad } from '../parts/use-load.ts';

/**
 * Who is logged in, as the server knows them now. What they may do is kept anew: roles come and go while somebody is
 * logged in, and a menu of yesterday would show doors that are shut.
 */
export const useSelf = (userId: string | undefined): Load<Profile | undefined> =>
  useLoad(`self ${userId}`, async (signal) => {
    if (userId === undefined) return undefined;
    const profile = await call('GET /member/profile', { silent: true, signal });
    holdPermissions(profile.menuIds);
    return profile;
  });

/** From now on the person holds exactly these codes; each call checks them all the same. */
export function holdPermissions(codes: readonly string[]): void {
  const held = readStored('menuIds') ?? [];
  const isSame = held.length === codes.length && held.every((code) => codes.includes(code));
  if (!isSame) changeStored('menuIds', () => [...codes]);
}
