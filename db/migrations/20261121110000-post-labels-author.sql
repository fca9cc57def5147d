-- The newest pieces of an author under a tag or stock: without the author here every piece of the tag would
-- have to be looked up.
alter table post_labels add column author_id bigint;
update post_labels l set author_id = p.author_id from posts p where p.id = l.post_id;
alter table post_labels alter column author_id set not null;
create index post_labels_newest_of_author on post_labels (type, label, author_id, kind, published_at desc, post_id desc);
