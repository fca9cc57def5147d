-- Whom comments mention: a deleted member is taken out of all of them.
create index comments_mentioning on comments using gin (mentions jsonb_path_ops) where mentions <> '[]';
