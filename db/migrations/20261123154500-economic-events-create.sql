-- The economic calendar (docs/product.md §26). Figures are texts with their units; empty if unknown.
create table economic_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  region text not null default '',
  title text not null,
  importance smallint not null constraint economic_events_importance_check check (importance between 1 and 3),
  previous text not null default '',
  forecast text not null default '',
  actual text not null default '',
  -- An import finds an event by these; a day's events are read in this order.
  constraint economic_events_once_key unique (at, region, title)
);
