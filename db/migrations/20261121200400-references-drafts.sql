-- The drafts of one writer, to be shown and to be counted before another is begun.
create index posts_drafts_written on posts (author_id, updated_at desc, id desc)
  where kind = 'reference' and state = 'draft';
