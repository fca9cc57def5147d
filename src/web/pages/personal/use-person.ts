import { useEffect } from 'react';
import { create } from 'zustand';
import { changeUser } from '#client/session.ts';
import { changeStored, readStored } from '#client/storage.ts';
import { useUser } from '#client/stores.ts';
import type { Profile } from '#features/identity/account/schema.ts';
import { useAsk } from '../../site.ts';

const useHeld = create<{ profile: Profile | undefined }>(() => ({ profile: undefined }));

/** The profile of whoever is logged in, shared by all pages of the personal center; asked for when it is not known. */
export function usePerson(): Profile | undefined {
  const ask = useAsk();
  const userId = useUser(({ userInfo }) => userInfo?.id);
  const held = useHeld(({ profile }) => profile);
  const isKnown = held !== undefined && held.id === userId;
  useEffect(() => {
    if (isKnown || userId === undefined) return;
    // Without it the page goes on; what is missing is the name at the side.
    ask('GET /member/profile', undefined, { isSilent: true }).then(keepPerson, () => undefined);
  }, [ask, isKnown, userId]);
  return isKnown ? held : undefined;
}

/** Takes note of a profile the server has answered; the masthead follows its name and picture, permissions its codes. */
export function keepPerson(profile: Profile): void {
  useHeld.setState({ profile });
  const user = useUser.getState().userInfo;
  const avatar = profile.avatar ?? '';
  if (user?.id === profile.id && (user.name !== profile.name || user.avatar !== avatar))
    changeUser({ name: profile.name, avatar });
  // Codes come and go while somebody is logged in, for staff with the second factor.
  const menuIds = readStored('menuIds') ?? [];
  const isSame =
    menuIds.length === profile.menuIds.length && menuIds.every((code) => profile.menuIds.includes(code));
  if (user?.id === profile.id && !isSame) changeStored('menuIds', () => profile.menuIds);
}

/** Takes note of a change of which the server answers no whole profile. */
export function changePerson(changes: Partial<Profile>): void {
  const { profile } = useHeld.getState();
  if (profile) keepPerson({ ...profile, ...changes });
}
