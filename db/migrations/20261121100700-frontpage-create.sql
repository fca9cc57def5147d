-- Positions (PRODUCT §4): 1 home carousel, 2 home side, 3 list side, 4 detail foot, 5 pop-up.
create table adverts (
  id bigint generated always as identity primary key,
  position smallint not null check (position between 1 and 5),
  title text not null,
  image text,
  href text not null default '',
  weight integer not null default 0,
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  check (ends_at is null or ends_at > starts_at)
);
create index adverts_of_position on adverts (position, weight desc, id);
