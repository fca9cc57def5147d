-- Drawn pictures of published posts; their addresses in the file store are random and never published.
create table share_pictures (
  id bigint generated always as identity primary key,
  -- Without a foreign key: the file outlives the post until the job has deleted it.
  post_id bigint not null,
  form text not null check (form in ('card', 'poster')),
  version text not null,
  address text not null,
  created_at timestamptz not null default now(),
  -- When the picture was replaced or its post withdrawn; the job then deletes file and row.
  dropped_at timestamptz
);
-- The picture of a post, and those to drop when it is withdrawn.
create unique index share_pictures_of_post on share_pictures (post_id, form) where dropped_at is null;
-- The job that deletes files.
create index share_pictures_dropped on share_pictures (dropped_at) where dropped_at is not null;
