-- A reviewer may also ask for changes: sent back like a rejection, with what is to be done.
alter table review_items drop constraint review_items_state_check;
alter table review_items add constraint review_items_state_check
  check (state in ('pending', 'approved', 'rejected', 'changes', 'cancelled'));
alter table review_items drop constraint review_items_check;
alter table review_items add constraint review_items_check
  check ((state in ('approved', 'rejected', 'changes')) = (decided_at is not null));
-- What came back to a writer and waits for them.
create index review_items_sent_back on review_items (submitted_by, id desc)
  where kind = 'reference' and state in ('rejected', 'changes');

-- The number under which an author is registered as a securities adviser, and with whom; looked at by staff.
alter table authors
  add column qualification text not null default '' check (char_length(qualification) <= 50),
  add column institution text not null default '' check (char_length(institution) <= 100),
  add column qualification_state text not null default 'none'
    check (qualification_state in ('none', 'waiting', 'verified', 'refused')),
  add column qualification_note text not null default '',
  add constraint authors_qualification_whole
    check ((qualification = '') = (institution = '') and (qualification = '') = (qualification_state = 'none'));
-- Those that staff have to look at.
create index authors_qualification_waiting on authors (id) where qualification_state = 'waiting';

-- The shelves of one writer.
create index posts_written on posts (author_id, updated_at desc, id desc) where kind = 'reference';

-- What was submitted: kept also when a draft is deleted, or the limit of a day could be passed by deleting.
create table reference_submissions (
  id bigint generated always as identity primary key,
  post_id bigint references posts on delete set null,
  version int not null,
  member_id bigint references members on delete set null,
  -- [{code, name}] of the stock table, as they were named then.
  securities jsonb not null default '[]',
  holding text check (holding in ('none', 'holds', 'other')),
  holding_note text not null default '',
  -- Of the version's content, as evidence keeps it.
  content_hash text not null,
  submitted_at timestamptz not null default now()
);
create index reference_submissions_of_post on reference_submissions (post_id, id desc);
-- How often somebody submitted today.
create index reference_submissions_of_member on reference_submissions (member_id, submitted_at desc);
