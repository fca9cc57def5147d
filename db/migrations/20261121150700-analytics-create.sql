-- The portal by Shanghai day. `scope` is site, kind, column, author or post; `key` its id, empty for the site.
create table figure_days (
  day date not null,
  scope text not null check (scope in ('site', 'kind', 'column', 'author', 'post')),
  key text not null default '',
  views int not null default 0,
  -- Different readers of that day: members, and browsers of visitors under a key that is thrown away each day.
  readers int not null default 0,
  -- Who registered on coming from it.
  registrations int not null default 0,
  primary key (day, scope, key)
);
create index figure_days_of_key on figure_days (scope, key, day);
create index figure_days_ranking on figure_days (scope, day, views desc);

-- Who read what today, only to count each reader once; emptied when the day is over.
create table reader_marks (
  day date not null,
  scope text not null,
  key text not null default '',
  reader bytea not null,
  primary key (day, scope, key, reader)
);

-- What readers looked for, by day, and how often nothing was found.
create table search_word_days (
  day date not null,
  word text not null check (char_length(word) between 1 and 50),
  searches int not null default 0,
  empty_searches int not null default 0,
  primary key (day, word)
);
create index search_word_days_ranking on search_word_days (day, searches desc);
create index search_word_days_empty on search_word_days (day, empty_searches desc) where empty_searches > 0;

-- From which piece a member came to register.
create table registration_sources (
  member_id bigint primary key references members on delete cascade,
  post_id bigint references posts on delete cascade,
  registered_at timestamptz not null default now()
);
create index registration_sources_of_post on registration_sources (post_id, registered_at);
create index registration_sources_by_age on registration_sources (registered_at);
