-- Many are told at once also of a contest's season: that it begins, and what became of each in it.
alter table notice_fanouts drop constraint notice_fanouts_kind_check;
alter table notice_fanouts add constraint notice_fanouts_kind_check
  check (kind in ('followed', 'announcement', 'season-begun', 'season-ended'));
