-- Texts people agree to. A new text is a new version; old ones stay, since consent names the version.
create table agreements (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('agreement', 'privacy')),
  version text not null,
  title text not null,
  body text not null,
  effective_at timestamptz not null,
  unique (kind, version)
);

-- What has been done once for this portal (such as loading the demo content).
create table milestones (
  name text primary key,
  reached_at timestamptz not null default now()
);
