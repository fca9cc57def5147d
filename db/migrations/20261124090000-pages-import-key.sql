-- Identifies a page of another system, so that a second import of the same file does not add it twice.
alter table pages add column import_key text;
create unique index pages_import_key on pages (import_key);
