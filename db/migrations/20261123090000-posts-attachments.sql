-- The files of ours that a body links: what /files asks before it serves a document. One row in hundreds has attachments.
create function attachment_paths(attachments jsonb) returns text[]
  language sql immutable parallel safe as $$
    select coalesce(array_agg(distinct split_part(split_part(a ->> 'url', '?', 1), '#', 1)), '{}')
    from jsonb_array_elements(attachments) a where a ->> 'url' like '/files/%'
  $$;
create index post_bodies_files on post_bodies using gin (attachment_paths(attachments)) where attachments <> '[]';

-- Who fetched an attachment behind the paywall, once a day each: when the file comes out, these are the readers who had it.
create table attachment_downloads (
  address text not null,
  day date not null,
  member_id bigint not null references members (id) on delete cascade,
  -- The piece whose link was followed.
  post_id bigint not null,
  primary key (address, day, member_id)
);
-- For who fetched anything of a piece, and for a member's own copy of their data.
create index attachment_downloads_of_post on attachment_downloads (post_id);
create index attachment_downloads_of_member on attachment_downloads (member_id);
-- For the job that deletes old rows.
create index attachment_downloads_by_day on attachment_downloads (day);
