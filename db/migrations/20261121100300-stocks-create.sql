create table stocks (
  code text primary key check (code ~ '^[0-9A-Z.]{1,12}$'),
  name text not null,
  market text not null default '',
  aliases text[] not null default '{}'
);
-- Serves suggestions while typing: names that begin with what is typed (codes are served by the key's twin).
create index stocks_by_name_prefix on stocks (name text_pattern_ops);
create index stocks_by_code_prefix on stocks (code text_pattern_ops);
