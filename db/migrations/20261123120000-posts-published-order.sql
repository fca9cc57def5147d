-- The list of published posts in the back office, by time of publication over all columns.
create index posts_published on posts (published_at desc, id desc) where state = 'published';
