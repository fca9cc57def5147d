-- Further authors of a post, in the order of its byline; author_id stays the main author.
alter table posts
  add column co_author_ids bigint[] not null default '{}'
    constraint posts_co_authors_check check (cardinality(co_author_ids) <= 9 and not author_id = any(co_author_ids));

-- A published post has one label per further author, so that the lists of authors use the indexes of labels.
alter table post_labels drop constraint post_labels_type_check;
alter table post_labels
  add constraint post_labels_type_check check (type in ('tag', 'stock', 'author')) not valid;
alter table post_labels validate constraint post_labels_type_check;

create or replace function keep_post_totals_on_insert() returns trigger language plpgsql as $$
begin
  with changed as (select kind, column_id, author_id, co_author_ids, 1 delta from added where state = 'published')
  insert into post_totals (scope, key, published)
  select scope, key, sum(delta) from (
    select 'kind' scope, kind key, delta from changed
    union all select 'column', column_id::text, delta from changed
    union all select 'author', author.id::text || '/' || kind, delta
      from changed, unnest(array_prepend(author_id, co_author_ids)) author(id)
  ) deltas
  group by scope, key having sum(delta) <> 0
  order by scope, key
  on conflict (scope, key) do update set published = post_totals.published + excluded.published;
  return null;
end $$;
create or replace function keep_post_totals_on_delete() returns trigger language plpgsql as $$
begin
  with changed as (select kind, column_id, author_id, co_author_ids, -1 delta from gone where state = 'published')
  insert into post_totals (scope, key, published)
  select scope, key, sum(delta) from (
    select 'kind' scope, kind key, delta from changed
    union all select 'column', column_id::text, delta from changed
    union all select 'author', author.id::text || '/' || kind, delta
      from changed, unnest(array_prepend(author_id, co_author_ids)) author(id)
  ) deltas
  group by scope, key having sum(delta) <> 0
  order by scope, key
  on conflict (scope, key) do update set published = post_totals.published + excluded.published;
  return null;
end $$;
create or replace function keep_post_totals_on_update() returns trigger language plpgsql as $$
begin
  with changed as (select kind, column_id, author_id, co_author_ids, 1 delta from added where state = 'published'
    union all select kind, column_id, author_id, co_author_ids, -1 delta from gone where state = 'published')
  insert into post_totals (scope, key, published)
  select scope, key, sum(delta) from (
    select 'kind' scope, kind key, delta from changed
    union all select 'column', column_id::text, delta from changed
    union all select 'author', author.id::text || '/' || kind, delta
      from changed, unnest(array_prepend(author_id, co_author_ids)) author(id)
  ) deltas
  group by scope, key having sum(delta) <> 0
  order by scope, key
  on conflict (scope, key) do update set published = post_totals.published + excluded.published;
  return null;
end $$;
