-- Imports of members: `member` is one that the run added, `grant` the VIP that it gave.
alter table transfer_items drop constraint transfer_items_kind_check;
alter table transfer_items add constraint transfer_items_kind_check
  check (kind in ('post', 'page', 'comment', 'media', 'redirect', 'member', 'grant'));

-- Tags that an import gave to members who were here before; those of added members end with them.
create table transfer_member_tags (
  transfer_id bigint not null references transfers on delete cascade,
  member_id bigint not null references members on delete cascade,
  tag text not null,
  primary key (transfer_id, member_id, tag)
);
-- What ends with a member.
create index transfer_member_tags_of_member on transfer_member_tags (member_id);
