-- Summaries made from a post's body: of its open part, and of the whole for a post that anyone may read. Null if the
-- summary is written by hand, and in posts added before these columns.
alter table posts add column open_summary text, add column full_summary text;

-- Keeps a change of access, the post's own or its column's, from showing locked text in lists.
create function posts_choose_summary() returns trigger language plpgsql as $$
begin
  new.summary := coalesce(case when new.access = 'public' then new.full_summary else new.open_summary end, new.summary);
  return new;
end $$;
create trigger posts_choose_summary before insert or update of access, summary, open_summary, full_summary on posts
  for each row execute function posts_choose_summary();
