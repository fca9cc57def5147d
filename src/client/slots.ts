/**
 * What a feature adds to a page or screen of another: the export `slot` of a file `<place>.<name>.slot.tsx` below the
 * feature's `admin/` or `web/`. The page finds these files by a glob, so it imports no feature by name.
 */
export type Slot = {
  /** Position among what the page shows at this place. */
  order: number;
};

/** Returns the slots of a place in their order. `modules`: what `import.meta.glob` found for it. */
export const slotsOf = <S extends Slot>(modules: Readonly<Record<string, { slot: S | readonly S[] }>>): S[] =>
  Object.values(modules)
    .flatMap(({ slot }) => slot)
    .sort((a, b) => a.order - b.order);
