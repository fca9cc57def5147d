-- The media library: what staff put in once and use anywhere. Files are named by their content, so the same bytes
-- are one item.
create table media_folders (
  id bigint generated always as identity primary key,
  parent_id bigint references media_folders,
  name text not null check (char_length(name) between 1 and 50),
  created_at timestamptz not null default now(),
  unique nulls not distinct (parent_id, name)
);

create table media_items (
  id bigint generated always as identity primary key,
  folder_id bigint references media_folders,
  kind text not null check (kind in ('image', 'video', 'audio', 'file')),
  address text not null unique,
  name text not null check (char_length(name) between 1 and 200),
  media_type text not null,
  bytes int not null check (bytes > 0),
  width int,
  height int,
  alt text not null default '',
  -- Pairs of neighbouring characters of the name: a part of a Chinese name is found by an index.
  name_bigrams text[] not null default '{}',
  use_count int not null default 0,
  uploaded_by bigint references members on delete set null,
  created_at timestamptz not null default now()
);
-- The library, newest first: of all folders or one, of one kind, and what nothing uses.
create index media_items_of_folder on media_items (folder_id, id desc);
create index media_items_of_kind on media_items (kind, id desc);
create index media_items_unused on media_items (id desc) where use_count = 0;
create index media_items_by_name on media_items using gin (name_bigrams);
create index media_items_of_uploader on media_items (uploaded_by);

-- Where an item is used: `post:100001`, `advert:3`. Whoever writes the thing writes its uses, in one transaction.
create table media_uses (
  media_id bigint not null references media_items on delete cascade,
  target text not null,
  primary key (media_id, target)
);
create index media_uses_of_target on media_uses (target);

create function keep_media_use_counts() returns trigger language plpgsql as $$
begin
  update media_items set use_count = media_items.use_count + counted.step
  from (
    select media_id, case tg_op when 'INSERT' then count(*) else -count(*) end::int as step
    from changed group by media_id
  ) as counted
  where media_items.id = counted.media_id;
  return null;
end $$;
create trigger media_uses_insert after insert on media_uses
  referencing new table as changed for each statement execute function keep_media_use_counts();
create trigger media_uses_delete after delete on media_uses
  referencing old table as changed for each statement execute function keep_media_use_counts();
