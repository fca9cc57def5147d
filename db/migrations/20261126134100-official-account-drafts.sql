-- Posts that staff send into the drafts of the publisher's WeChat account: the queue, and the log.
create table wechat_drafts (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts on delete cascade,
  -- The published version that is sent.
  version integer not null,
  title text not null check (char_length(title) between 1 and 32),
  author text not null check (char_length(author) <= 16),
  digest text not null check (char_length(digest) <= 128),
  -- sending: committed before the article leaves; without an answer it becomes unknown and is never sent again.
  state text not null default 'waiting'
    check (state in ('waiting', 'uploading', 'sending', 'done', 'failed', 'unknown')),
  pictures integer not null default 0,
  uploaded integer not null default 0,
  -- Pictures of the text that could not be sent.
  missing text[] not null default '{}',
  media_id text,
  fault text not null default '',
  is_without_right boolean not null default false,
  failures integer not null default 0,
  attempts integer not null default 0,
  due_at timestamptz not null,
  requested_by bigint references members on delete set null,
  requested_at timestamptz not null,
  sending_at timestamptz,
  ended_at timestamptz
);
-- The drafts of a post, newest first.
create index wechat_drafts_of_post on wechat_drafts (post_id, id desc);
-- A post is sent once at a time.
create unique index wechat_drafts_open on wechat_drafts (post_id)
  where state in ('waiting', 'uploading', 'sending');
-- The worker's queue.
create index wechat_drafts_due on wechat_drafts (due_at, id) where state in ('waiting', 'uploading');
-- Those whose answer never came.
create index wechat_drafts_sending on wechat_drafts (sending_at) where state = 'sending';
-- The deletion of an account.
create index wechat_drafts_of_member on wechat_drafts (requested_by) where requested_by is not null;
-- The job that deletes old ones.
create index wechat_drafts_by_end on wechat_drafts (ended_at) where ended_at is not null;

-- Pictures that an account has, so that each is uploaded once.
create table wechat_pictures (
  app_id text not null,
  -- content: the reference is an address for articles; cover: the id of a permanent material.
  kind text not null check (kind in ('content', 'cover')),
  -- SHA-256 of the file.
  hash bytea not null,
  reference text not null,
  used_at timestamptz not null,
  primary key (app_id, kind, hash)
);
-- The job that forgets those that were not used for long.
create index wechat_pictures_by_use on wechat_pictures (used_at);
