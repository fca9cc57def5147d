import { useState } from 'react';
import { useSearchParams } from 'react-router';

type Change = Record<string, string | undefined>;
/** State stored in URL parameters. `trail` is stored in the history entry's state. */
export type AddressState = readonly [
  query: URLSearchParams,
  change: (change: Change, state?: unknown) => void,
];

/** State in the URL, so that it survives bookmarks, links and navigation; or in memory, for a list inside a drawer. */
export function useAddressState(isInAddress: boolean): AddressState {
  const [address, setAddress] = useSearchParams();
  const [memory, setMemory] = useState(() => new URLSearchParams());
  if (!isInAddress) return [memory, (change) => setMemory((current) => applyChange(current, change))];
  // The router applies a new URL in a transition; without this, a second change would start from the parameters before
  // the first.
  const change: AddressState[1] = (changes, state) =>
    setAddress(applyChange(new URLSearchParams(window.location.search), changes), { state });
  return [address, change];
}

function applyChange(current: URLSearchParams, change: Change): URLSearchParams {
  const next = new URLSearchParams(current);
  for (const [name, value] of Object.entries(change))
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  return next;
}
