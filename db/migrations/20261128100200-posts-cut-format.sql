-- The rules by which a body was cut and summarised; the worker cuts older ones again in batches.
alter table post_bodies add column cut_format smallint not null default 1;
