-- Tags of published posts, which staff manage (docs/product.md §29).
create table tags (
  id bigint generated always as identity primary key,
  name text not null,
  -- One paragraph for readers.
  description text not null default '',
  -- Number of published posts; behind by the rows of tag_deltas.
  posts integer not null default 0
);
-- The lookup of a tag, and the list by name.
create unique index tags_name on tags (name);
-- The list by the number of posts, and the tags of the sitemap.
create index tags_by_posts on tags (posts, id);

-- What the counts of tags still lack: insert only, because two transactions that updated the counts of the same tags in
-- different orders could deadlock, and posts with a common tag could not be published at once. A job folds the rows.
create table tag_deltas (
  id bigint generated always as identity primary key,
  name text not null,
  delta integer not null
);

create function log_added_tags() returns trigger language plpgsql as $$
begin
  insert into tag_deltas (name, delta) select label, count(*) from added where type = 'tag' group by label;
  return null;
end $$;
create function log_removed_tags() returns trigger language plpgsql as $$
begin
  insert into tag_deltas (name, delta) select label, -count(*) from gone where type = 'tag' group by label;
  return null;
end $$;
create trigger post_labels_log_added after insert on post_labels
  referencing new table as added for each statement execute function log_added_tags();
create trigger post_labels_log_removed after delete on post_labels
  referencing old table as gone for each statement execute function log_removed_tags();

insert into tags (name, posts) select label, count(*) from post_labels where type = 'tag' group by label;

-- Names that are no tag any more. `renamed`: posts get `tag` instead, and `/tag/<name>` leads there; `deleted`: posts lose
-- it, while the change that deletes it runs.
create table tag_names (
  name text primary key,
  tag text not null,
  kind text not null constraint tag_names_kind_check check (kind in ('renamed', 'deleted'))
);
-- The former names of a tag.
create index tag_names_of_tag on tag_names (tag);

-- Replaces names by the current ones. The shared lock lets the transaction that records a change wait for posts that are
-- being saved under the old names, so that none of them escapes it.
create function current_tags(given text[]) returns text[] language plpgsql as $$
declare
  result text[];
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(current_schema() || ' tags', 0));
  if not exists (select from tag_names where name = any(given)) then
    return given;
  end if;
  select array_agg(tag order by place) into result from (
    select coalesce(known.tag, used.name) tag, min(place) place
    from unnest(given) with ordinality used(name, place)
    left join tag_names known on known.name = used.name
    where known.kind is distinct from 'deleted'
    group by 1
  ) tags;
  return coalesce(result, '{}');
end $$;

create function posts_rename_tags() returns trigger language plpgsql as $$
begin
  new.tags := current_tags(new.tags);
  return new;
end $$;
create trigger posts_rename_tags before insert or update of tags on posts
  for each row when (new.tags <> '{}') execute function posts_rename_tags();

create function post_versions_rename_tags() returns trigger language plpgsql as $$
declare
  given text[] := array(select jsonb_array_elements_text(new.content -> 'tags'));
  renamed text[] := current_tags(given);
begin
  if renamed <> given then
    new.content := jsonb_set(new.content, '{tags}', to_jsonb(renamed));
  end if;
  return new;
end $$;
create trigger post_versions_rename_tags before insert or update of content on post_versions
  for each row when (jsonb_typeof(new.content -> 'tags') = 'array') execute function post_versions_rename_tags();

-- Saved versions that readers do not see yet may have a tag that the post has not.
create index posts_with_saved_version on posts (id) where head_version <> live_version;

-- Renames, merges and deletions of tags, which the worker applies to the posts in batches.
create table tag_changes (
  id bigint generated always as identity primary key,
  kind text not null constraint tag_changes_kind_check check (kind in ('rename', 'merge', 'delete')),
  -- The names that posts lose.
  names text[] not null,
  -- The name that they get instead; empty for a deletion.
  target text not null default '',
  state text not null default 'queued'
    constraint tag_changes_state_check check (state in ('queued', 'running', 'done', 'failed')),
  done integer not null default 0,
  total integer not null,
  attempts integer not null default 0,
  due_at timestamptz not null,
  created_by bigint references members on delete set null,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
-- The queue.
create index tag_changes_open on tag_changes (id) where state in ('queued', 'running');
-- The deletion of an account.
create index tag_changes_of_creator on tag_changes (created_by);

update roles set permissions = permissions || '{tags.manage}' where code = 'editor';
