-- The important posts of a column, newest first: the live list with 只看重要.
create index posts_important_of_column on posts (column_id, published_at desc, id desc)
  where state = 'published' and important;
-- The important posts of a kind, newest first: the same list without a column.
create index posts_important_of_kind on posts (kind, published_at desc, id desc)
  where state = 'published' and important;

-- Whether the labelled post is important: without it every post of a tag would have to be looked up. Labels that an
-- older program writes during a rollout become important with the next save of their post.
alter table post_labels add column important boolean not null default false;
update post_labels l set important = true from posts p where p.id = l.post_id and p.important;
-- The important posts of a tag or stock in a column, newest first: the live list with a tag and 只看重要.
create index post_labels_important_of_column on post_labels (type, label, column_id, published_at desc, post_id desc)
  where important;
