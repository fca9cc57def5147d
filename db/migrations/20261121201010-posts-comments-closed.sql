-- Staff may close the comments of one piece; at once, whatever version of it is out.
alter table posts add comments_closed boolean not null default false;
