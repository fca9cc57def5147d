import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  use,
  useCallback,
  useEffect,
  useState,
} from 'react';
import { useMenu } from './stores.ts';

// A long list per page is the weight of one; the pages visited longest ago are let go.
const MOST_PAGES = 20;

type Values = Map<string, unknown>;

// By path and search. Filled by effects only, so a server render leaves nothing behind.
const pages = new Map<string, Values>();

const PageAddress = createContext<string | undefined>(undefined);

/**
 * Keeps the state of the page inside it (seed §2, meta keepAlive): whatever it holds in `useKeptState` is
 * there again when its address (path and search) is opened again. Paths in the menu's `keepExclude` are
 * not kept.
 */
export function KeptPage(props: { address: string; isKept: boolean; children: ReactNode }): ReactNode {
  const path = props.address.split('?', 1)[0] ?? '';
  const isExcluded = useMenu((menu) => menu.keepExclude.includes(path));
  const address = props.isKept && !isExcluded ? props.address : undefined;
  return <PageAddress value={address}>{props.children}</PageAddress>;
}

/** `useState` that outlives the page inside a kept `KeptPage`; `key` names the value within the page. */
export function useKeptState<T>(key: string, initial: T | (() => T)): [T, Dispatch<SetStateAction<T>>] {
  const address = use(PageAddress);
  const [held, setHeld] = useState(() => open(address, key, initial));
  // The same view may go from one address to another without being built anew.
  const state = held.address === address ? held : open(address, key, initial);
  if (state !== held) setHeld(state);

  useEffect(() => keep(state.address, key, state.value), [state, key]);
  const setValue = useCallback((action: SetStateAction<T>) => {
    setHeld((now) => ({ ...now, value: isUpdate(action) ? action(now.value) : action }));
  }, []);
  return [state.value, setValue];
}

/** Lets go of what pages kept: of one address, or of all when the person changes. */
export function forgetKept(address?: string): void {
  if (address === undefined) pages.clear();
  else pages.delete(address);
}

type Held<T> = { address: string | undefined; value: T };

function open<T>(address: string | undefined, key: string, initial: T | (() => T)): Held<T> {
  const values = address === undefined ? undefined : pages.get(address);
  if (values?.has(key)) return { address, value: values.get(key) as T };
  return { address, value: typeof initial === 'function' ? (initial as () => T)() : initial };
}

function keep(address: string | undefined, key: string, value: unknown): void {
  if (address === undefined) return;
  const values = pages.get(address) ?? new Map<string, unknown>();
  values.set(key, value);
  pages.delete(address);
  pages.set(address, values);
  for (const oldest of pages.keys()) {
    if (pages.size <= MOST_PAGES) break;
    pages.delete(oldest);
  }
}

function isUpdate<T>(action: SetStateAction<T>): action is (now: T) => T {
  return typeof action === 'function';
}
