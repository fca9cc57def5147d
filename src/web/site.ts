import { createContext, use } from 'react';
import type { Column } from '#features/columns/schema.ts';
import type { Ask } from './api.ts';

/** What the server tells every page of the portal itself. */
export type Site = {
  name: string;
  /** The address of the portal without a slash at the end; empty where the operator has not set it. */
  url: string;
  apiBase: string;
  tenantId: string;
  /** The client credential of the reader's site, `id:secret`; public by its nature (seed §7). */
  client: string;
  icp: string;
  icpLicence: string;
  police: string;
  newsLicence: string;
  complaints: string;
};

/** `today` is the Shanghai day the page was made on: server and browser must count 昨天 from the same day. */
export type Surroundings = { site: Site; columns: Column[]; today: string; ask: Ask };

export const SurroundingsContext = createContext<Surroundings | null>(null);

/** The portal, its columns and the way to ask for more. */
export function useSurroundings(): Surroundings {
  const surroundings = use(SurroundingsContext);
  if (!surroundings) throw new Error('a page stands outside the shell');
  return surroundings;
}

export const useAsk = (): Ask => useSurroundings().ask;
