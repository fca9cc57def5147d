-- Views of any list of the back office, not of posts alone.
alter table saved_views add column list text not null default 'posts' check (list ~ '^[a-z-]{1,40}$');
alter table saved_views drop constraint saved_views_name_key;
alter table saved_views add constraint saved_views_name_key unique (member_id, list, name);
alter table saved_views alter column list drop default;
-- A state of all narrowed nothing; filters now hold only what narrows.
update saved_views set filters = filters - 'state' where filters ->> 'state' = 'all';
