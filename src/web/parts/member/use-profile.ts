import { useEffect } from 'react';
import { create } from 'zustand';
import { changeUser, savePermissions } from '#client/session.ts';
import { useUser } from '#client/stores.ts';
import type { Profile } from '#features/identity/account/schema.ts';
import { useFetchCall } from '../../site.ts';

type ProfileState = {
  profile: Profile | undefined;
  /** The server has a newer one; the old one stays on screen until that has loaded. */
  isOutdated: boolean;
};

const useProfileStore = create<ProfileState>(() => ({ profile: undefined, isOutdated: false }));

/**
 * Returns the profile of the logged-in member, shared by all pages of the personal center; loads it if it is not known
 * or no longer current.
 */
export function useProfile(): Profile | undefined {
  const fetchCall = useFetchCall();
  const userId = useUser(({ userInfo }) => userInfo?.id);
  const { profile, isOutdated } = useProfileStore();
  const isOwn = profile !== undefined && profile.id === userId;
  const isCurrent = isOwn && !isOutdated;
  useEffect(() => {
    if (isCurrent || userId === undefined) return;
    // Without the profile the page still works; only the name beside it is missing.
    fetchCall('GET /member/profile', undefined, { isSilent: true }).then(saveProfile, () => undefined);
  }, [fetchCall, isCurrent, userId]);
  return isOwn ? profile : undefined;
}

/** Saves a profile from the server; updates name and avatar in the masthead, and the permission codes. */
export function saveProfile(profile: Profile): void {
  useProfileStore.setState({ profile, isOutdated: false });
  const user = useUser.getState().userInfo;
  const avatar = profile.avatar ?? '';
  if (user?.id === profile.id && (user.name !== profile.name || user.avatar !== avatar))
    changeUser({ name: profile.name, avatar });
  if (user?.id === profile.id) savePermissions(profile.menuIds);
}

/** Loads the profile again where it is shown, after something that changes it, such as a purchase. */
export const reloadProfile = (): void => useProfileStore.setState({ isOutdated: true });

/** Applies a change whose call does not return the whole profile. */
export function updateProfile(changes: Partial<Profile>): void {
  const { profile } = useProfileStore.getState();
  if (profile) saveProfile({ ...profile, ...changes });
}
