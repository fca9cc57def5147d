-- What an import added, so that the run can be undone as a whole. Ids are not foreign keys: what was deleted by hand
-- is skipped. Comments are listed only if their post was here before the run; the others end with their posts.
create table transfer_items (
  transfer_id bigint not null references transfers on delete cascade,
  kind text not null check (kind in ('post', 'page', 'comment', 'media', 'redirect')),
  target_id bigint not null,
  primary key (transfer_id, kind, target_id)
);

-- Pictures of imported posts and pages that could not be fetched; a row ends when the picture is there.
create table transfer_pictures (
  id bigint generated always as identity primary key,
  transfer_id bigint not null references transfers on delete cascade,
  post_id bigint references posts on delete cascade,
  page_id bigint references pages on delete cascade,
  src text not null check (char_length(src) <= 4000),
  is_cover boolean not null default false,
  reason text not null,
  check ((post_id is null) <> (page_id is null))
);
-- The list of a run, and its next batch to fetch again.
create index transfer_pictures_of_transfer on transfer_pictures (transfer_id, id);
create index transfer_pictures_of_post on transfer_pictures (post_id) where post_id is not null;
create index transfer_pictures_of_page on transfer_pictures (page_id) where page_id is not null;

-- `refetch` and `undo` act on the import `source_id`; a `waiting` import has been read and waits for its columns.
alter table transfers add column source_id bigint references transfers on delete cascade;
alter table transfers add column plan jsonb;
create index transfers_of_source on transfers (source_id) where source_id is not null;
alter table transfers drop constraint transfers_kind_check;
alter table transfers add constraint transfers_kind_check check (kind in ('import', 'export', 'refetch', 'undo'));
alter table transfers drop constraint transfers_state_check;
alter table transfers add constraint transfers_state_check
  check (state in ('queued', 'running', 'waiting', 'done', 'failed', 'cancelled'));
