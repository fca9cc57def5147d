-- Members who uploaded the bytes of an item that another had uploaded before: they have the file, so they may link it.
create table media_uploaders (
  media_id bigint not null references media_items on delete cascade,
  member_id bigint not null references members on delete cascade,
  primary key (media_id, member_id)
);
-- For the cascade from a deleted member.
create index media_uploaders_of_member on media_uploaders (member_id);
