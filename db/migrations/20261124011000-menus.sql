-- What the menu of readers has beside the columns (docs/product.md §28).
create table menus (
  id smallint primary key check (id = 1),
  -- Entries as `src/features/pages/menu/schema.ts` defines them; null for the default.
  entries jsonb,
  version integer not null
);
