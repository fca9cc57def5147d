-- What an advert did, by Shanghai day.
alter table adverts add is_paused boolean not null default false;
create table advert_days (
  advert_id bigint not null references adverts on delete cascade,
  day date not null,
  impressions int not null default 0,
  clicks int not null default 0,
  primary key (advert_id, day)
);

-- Pieces that stand before all others: on the home page (no column) or at the head of a column's list.
create table pins (
  id bigint generated always as identity primary key,
  column_id bigint references columns on delete cascade,
  post_id bigint not null references posts on delete cascade,
  list_order int not null default 0,
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  check (ends_at is null or ends_at > starts_at),
  constraint pins_once_key unique nulls not distinct (column_id, post_id)
);
create index pins_of_post on pins (post_id);

-- Know pop-ups (须知): acknowledged once per version. `place` says where it stands: on the site, or before a purchase
-- or before writing a reference.
create table know_popups (
  id bigint generated always as identity primary key,
  place text not null check (place in ('site', 'purchase', 'reference')),
  version int not null check (version > 0),
  title text not null check (char_length(title) between 1 and 50),
  body text not null,
  is_live boolean not null default false,
  created_by bigint references members on delete set null,
  created_at timestamptz not null default now(),
  constraint know_popups_version_key unique (place, version)
);
-- One version stands at a place.
create unique index know_popups_live on know_popups (place) where is_live;
create index know_popups_of_creator on know_popups (created_by);

create table know_acknowledgements (
  member_id bigint not null references members on delete cascade,
  popup_id bigint not null references know_popups on delete cascade,
  acknowledged_at timestamptz not null default now(),
  primary key (member_id, popup_id)
);
create index know_acknowledgements_of_popup on know_acknowledgements (popup_id);
