-- The layout of the home page as staff saved it (docs/product.md §15).
create table home_layout (
  id smallint primary key check (id = 1),
  -- Blocks in their order, as `src/features/frontpage/home/schema.ts` defines them; null for the default.
  blocks jsonb,
  version integer not null
);
