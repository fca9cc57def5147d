import { useEffect } from 'react';
import { savePermissions } from '#client/session.ts';
import type { Profile } from '#features/identity/account/schema.ts';
import { type Read, useRead } from '../parts/data.ts';

/**
 * Loads the logged-in member's profile and updates the stored permissions: roles can change during a session, and an
 * outdated menu would show screens the member may no longer open.
 */
export function useOwnProfile(userId: string | undefined): Read<Profile> {
  const read = useRead('GET /member/profile', undefined, { isEnabled: userId !== undefined });
  const codes = read.data?.menuIds;
  useEffect(() => {
    if (codes) savePermissions(codes);
  }, [codes]);
  return read;
}
