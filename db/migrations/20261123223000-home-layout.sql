-- The layout of the home page as staff saved it (docs/product.md §15).
create table home_layout (
  is_only boolean primary key default true constraint home_layout_only_check check (is_only),
  -- Blocks in their order, as `src/features/frontpage/home/schema.ts` defines them; null for the default.
  blocks jsonb,
  version integer not null
);
