-- Where the readers of a Shanghai day came from and what they read on: each reader of figure_days' scope `site` once per
-- kind.
create table reader_origin_days (
  day date not null,
  kind text not null check (kind in ('referrer', 'device', 'region')),
  -- A host, a kind of device, a province or country; empty if unknown.
  value text not null check (char_length(value) <= 253),
  readers int not null,
  primary key (kind, day, value)
);
