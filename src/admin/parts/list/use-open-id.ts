import { useAddressState } from './address-state.ts';

/** Id of the record open in a drawer, stored as `?open=` in the URL so that other screens can link to it. */
export function useOpenId(): readonly [id: string | undefined, open: (id: string | undefined) => void] {
  const [address, change] = useAddressState(true);
  return [address.get('open') ?? undefined, (id) => change({ open: id })];
}
