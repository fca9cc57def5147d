-- The files that browsers load of the last builds, for machines that run another build during a rolling upgrade.
create table site_builds (
  -- The hash of the names of its files.
  id text primary key,
  -- When a machine last started with it.
  started_at timestamptz not null
);

create table site_build_files (
  -- assets/index-Dmz7GZBj.js
  path text not null,
  build_id text not null references site_builds on delete cascade,
  -- Compressed by Brotli.
  content bytea not null,
  primary key (path, build_id)
);
create index site_build_files_build_id on site_build_files (build_id);
