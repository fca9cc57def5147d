import { type ComponentType, lazy } from 'react';

/** A component in a separate file that a page can do without: if the file does not arrive, it renders `Missing`. */
export const lazyOptional = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  Missing: ComponentType<P> = () => null,
) => lazy(async () => ({ default: await load().catch(() => Missing) }));
