-- A comment that was imported from another system: its writer has a name but no account here.
alter table comments add column guest_name text check (char_length(guest_name) between 1 and 100);
-- Identifies it, so that a second import of the same file does not add it twice.
alter table comments add column import_key text;
create unique index comments_import_key on comments (import_key) where import_key is not null;
