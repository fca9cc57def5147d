-- When a post was put into the bin (docs/product.md §16); nothing in it is public, whatever program publishes.
alter table posts add column deleted_at timestamptz
  constraint posts_binned_check check (deleted_at is null or state in ('draft', 'withdrawn'));
-- The bin of the back office, and the posts that the nightly job deletes for good.
create index posts_binned on posts (deleted_at desc, id desc) where deleted_at is not null;
