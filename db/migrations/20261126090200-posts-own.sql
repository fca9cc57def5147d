-- The posts of one author that are not labelled, for contributors: drafts by the main author, and those with further
-- authors.
create index posts_by_author_change on posts (author_id, updated_at desc, id desc);
create index posts_co_written on posts using gin (co_author_ids) where co_author_ids <> '{}';
