-- A new post is announced also to the members who watch a security that it names.
alter table notice_fanouts drop constraint notice_fanouts_kind_check;
alter table notice_fanouts add constraint notice_fanouts_kind_check
  check (kind in ('followed', 'watched', 'announcement', 'season-begun', 'season-ended'));
