-- Comments of two levels: one that begins a thread has no root, all others stand in their root's thread. `reply_to_id` is
-- what is answered, where that is not the root itself. A deleted row stays while answers stand below it.
create table comments (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts on delete cascade,
  root_id bigint references comments on delete cascade,
  reply_to_id bigint references comments on delete set null,
  -- Null once the writer's account is deleted.
  member_id bigint references members on delete set null,
  body text not null,
  -- Whom the text means, `[{"id": "1001", "name": "甲"}]`, by the name it calls them by.
  mentions jsonb not null default '[]',
  state text not null check (state in ('pending', 'visible', 'hidden', 'deleted')),
  -- Whether it was ever seen by everybody: those it calls are told once.
  was_shown boolean not null default false,
  reason text not null default '',
  province text not null default '',
  -- Kept by the triggers below: likes, answers that are seen, reports nobody has settled.
  likes integer not null default 0,
  replies integer not null default 0,
  reports integer not null default 0,
  created_at timestamptz(3) not null default now(),
  check (reply_to_id is null or root_id is not null)
) with (fillfactor = 80);
-- The threads of a piece, newest first, or hottest first: what has been liked and answered most, places without a comment
-- at the end.
create index comments_newest on comments (post_id, id desc)
  where root_id is null and (state = 'visible' or replies > 0);
create index comments_hottest on comments (post_id, (case when state = 'visible' then likes + replies else -1 end) desc, id desc)
  where root_id is null and (state = 'visible' or replies > 0);
-- The answers of a thread, oldest first; also what goes with a root.
create index comments_of_thread on comments (root_id, state, id) where root_id is not null;
create index comments_answering on comments (reply_to_id) where reply_to_id is not null;
-- What a member wrote, and what of it on one piece others do not see.
create index comments_of_member on comments (member_id, id desc);
create index comments_unseen on comments (member_id, post_id, id desc) where state in ('pending', 'hidden');
-- Whom a comment can mention: who has spoken on the piece.
create index comments_speakers on comments (post_id, member_id) where state = 'visible';
-- The desk: by state, by piece, what was reported.
create index comments_of_state on comments (state, id desc);
create index comments_of_post on comments (post_id, id desc);
create index comments_reported on comments (id desc) where reports > 0;

create table comment_likes (
  comment_id bigint not null references comments on delete cascade,
  member_id bigint not null references members on delete cascade,
  created_at timestamptz not null default now(),
  primary key (comment_id, member_id)
);
create index comment_likes_of_member on comment_likes (member_id, comment_id);

create table comment_reports (
  comment_id bigint not null references comments on delete cascade,
  member_id bigint not null references members on delete cascade,
  reason text not null check (reason in ('spam', 'abuse', 'illegal', 'securities', 'rumour', 'other')),
  note text not null default '',
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (comment_id, member_id)
);
create index comment_reports_of_member on comment_reports (member_id, comment_id);

-- Who may not comment until when.
create table comment_mutes (
  member_id bigint primary key references members on delete cascade,
  until timestamptz not null,
  reason text not null,
  muted_by bigint references members on delete set null,
  created_at timestamptz not null default now()
);
create index comment_mutes_newest on comment_mutes (created_at desc, member_id desc);
create index comment_mutes_by on comment_mutes (muted_by);

-- How often a member has written, liked or reported since a moment: one row a member and deed, begun anew each minute.
create table comment_tries (
  member_id bigint not null references members on delete cascade,
  deed text not null check (deed in ('comment', 'like', 'report')),
  since timestamptz not null,
  tries integer not null,
  primary key (member_id, deed)
);
create index comment_tries_old on comment_tries (since);

-- How many comments of a piece are seen, and of a thread how many answers, so that nothing is counted when it is read. One
-- function an event, since their transition tables differ. Rows change in the order of their key, roots before pieces, so
-- that two transactions cannot wait for each other.
create function add_comment_totals(root_ids bigint[], root_deltas integer[], post_ids bigint[], post_deltas integer[])
returns void language plpgsql as $$
begin
  if cardinality(root_ids) > 0 then
    perform from comments where id = any(root_ids) order by id for no key update;
    update comments c set replies = c.replies + d.delta
    from unnest(root_ids, root_deltas) d(id, delta) where c.id = d.id;
  end if;
  if cardinality(post_ids) > 0 then
    -- A piece that is being deleted takes its counters along.
    insert into post_counters (post_id, comments)
    select d.id, d.delta from unnest(post_ids, post_deltas) d(id, delta)
    where exists (select from posts p where p.id = d.id)
    order by d.id
    on conflict (post_id) do update set comments = post_counters.comments + excluded.comments;
  end if;
end $$;
create function keep_comment_totals_on_insert() returns trigger language plpgsql as $$
declare
  roots record;
  pieces record;
begin
  select coalesce(array_agg(id), '{}') ids, coalesce(array_agg(delta), '{}') deltas into roots from (
    select root_id id, count(*)::integer delta from added where state = 'visible' and root_id is not null group by 1) d;
  select coalesce(array_agg(id), '{}') ids, coalesce(array_agg(delta), '{}') deltas into pieces from (
    select post_id id, count(*)::integer delta from added where state = 'visible' group by 1) d;
  perform add_comment_totals(roots.ids, roots.deltas, pieces.ids, pieces.deltas);
  return null;
end $$;
create function keep_comment_totals_on_delete() returns trigger language plpgsql as $$
declare
  roots record;
  pieces record;
begin
  select coalesce(array_agg(id), '{}') ids, coalesce(array_agg(delta), '{}') deltas into roots from (
    select root_id id, -count(*)::integer delta from gone where state = 'visible' and root_id is not null group by 1) d;
  select coalesce(array_agg(id), '{}') ids, coalesce(array_agg(delta), '{}') deltas into pieces from (
    select post_id id, -count(*)::integer delta from gone where state = 'visible' group by 1) d;
  perform add_comment_totals(roots.ids, roots.deltas, pieces.ids, pieces.deltas);
  return null;
end $$;
create function keep_comment_totals_on_update() returns trigger language plpgsql as $$
declare
  roots record;
  pieces record;
begin
  select coalesce(array_agg(id), '{}') ids, coalesce(array_agg(delta), '{}') deltas into roots from (
    select root_id id, sum(delta)::integer delta from (
      select root_id, 1 delta from added where state = 'visible' and root_id is not null
      union all select root_id, -1 from gone where state = 'visible' and root_id is not null) both_sides
    group by 1 having sum(delta) <> 0) d;
  select coalesce(array_agg(id), '{}') ids, coalesce(array_agg(delta), '{}') deltas into pieces from (
    select post_id id, sum(delta)::integer delta from (
      select post_id, 1 delta from added where state = 'visible'
      union all select post_id, -1 from gone where state = 'visible') both_sides
    group by 1 having sum(delta) <> 0) d;
  perform add_comment_totals(roots.ids, roots.deltas, pieces.ids, pieces.deltas);
  return null;
end $$;
create trigger comments_insert after insert on comments
  referencing new table as added for each statement execute function keep_comment_totals_on_insert();
create trigger comments_delete after delete on comments
  referencing old table as gone for each statement execute function keep_comment_totals_on_delete();
create trigger comments_update after update on comments
  referencing old table as gone new table as added for each statement execute function keep_comment_totals_on_update();

create function keep_comment_likes() returns trigger language plpgsql as $$
begin
  perform from comments where id in (select comment_id from changed) order by id for no key update;
  update comments c set likes = c.likes + d.delta from (
    select comment_id, case tg_op when 'INSERT' then count(*) else -count(*) end delta from changed group by 1
  ) d where c.id = d.comment_id;
  return null;
end $$;
create trigger comment_likes_insert after insert on comment_likes
  referencing new table as changed for each statement execute function keep_comment_likes();
create trigger comment_likes_delete after delete on comment_likes
  referencing old table as changed for each statement execute function keep_comment_likes();

-- What is reported is what waits for staff, so it is counted anew from the few rows of the comment.
create function keep_comment_reports() returns trigger language plpgsql as $$
begin
  perform from comments where id in (select comment_id from changed) order by id for no key update;
  update comments c set reports = d.open from (
    select i.comment_id, (select count(*) from comment_reports r
      where r.comment_id = i.comment_id and r.settled_at is null) open
    from (select distinct comment_id from changed) i
  ) d where c.id = d.comment_id and c.reports <> d.open;
  return null;
end $$;
create trigger comment_reports_insert after insert on comment_reports
  referencing new table as changed for each statement execute function keep_comment_reports();
create trigger comment_reports_update after update on comment_reports
  referencing new table as changed for each statement execute function keep_comment_reports();
create trigger comment_reports_delete after delete on comment_reports
  referencing old table as changed for each statement execute function keep_comment_reports();
