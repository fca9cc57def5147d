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

// A page may hold a long list, so the pages visited longest ago are dropped.
const MAX_PAGES = 20;

type Values = Map<string, unknown>;

// By path and search. Written in effects only, so a server render saves nothing.
const pages = new Map<string, Values>();

const PageAddress = createContext<string | undefined>(undefined);

/**
 * Keeps the state of the page inside it (docs/product.md §2, meta keepAlive): the values of `useKeptState` are restored
 * when its address (path and search) is opened again. Paths in the menu's `keepExclude` are not kept.
 */
export function KeptPage(props: { address: string; isKept: boolean; children: ReactNode }): ReactNode {
  const path = props.address.split('?', 1)[0] ?? '';
  const isExcluded = useMenu((menu) => menu.keepExclude.includes(path));
  const address = props.isKept && !isExcluded ? props.address : undefined;
  return <PageAddress value={address}>{props.children}</PageAddress>;
}

/** `useState` whose value survives unmounting inside a kept `KeptPage`; `key` names the value within the page. */
export function useKeptState<T>(key: string, initial: T | (() => T)): [T, Dispatch<SetStateAction<T>>] {
  const address = use(PageAddress);
  const [stored, setStored] = useState(() => readState(address, key, initial));
  // The same view may move to another address without being remounted.
  const state = stored.address === address ? stored : readState(address, key, initial);
  if (state !== stored) setStored(state);

  useEffect(() => saveState(state.address, key, state.value), [state, key]);
  const setValue = useCallback((action: SetStateAction<T>) => {
    setStored((previous) => ({ ...previous, value: isUpdate(action) ? action(previous.value) : action }));
  }, []);
  return [state.value, setValue];
}

/** Deletes the kept state of one address, or of all addresses when another person logs in. */
export function clearKeptState(address?: string): void {
  if (address === undefined) pages.clear();
  else pages.delete(address);
}

type StoredState<T> = { address: string | undefined; value: T };

function readState<T>(address: string | undefined, key: string, initial: T | (() => T)): StoredState<T> {
  const values = address === undefined ? undefined : pages.get(address);
  if (values?.has(key)) return { address, value: values.get(key) as T };
  return { address, value: typeof initial === 'function' ? (initial as () => T)() : initial };
}

function saveState(address: string | undefined, key: string, value: unknown): void {
  if (address === undefined) return;
  const values = pages.get(address) ?? new Map<string, unknown>();
  values.set(key, value);
  pages.delete(address);
  pages.set(address, values);
  for (const oldest of pages.keys()) {
    if (pages.size <= MAX_PAGES) break;
    pages.delete(oldest);
  }
}

function isUpdate<T>(action: SetStateAction<T>): action is (now: T) => T {
  return typeof action === 'function';
}
