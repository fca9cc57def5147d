-- What the operator set at the desk; it goes before the environment. One row a group (`site`, `sms`, `mail` …), whole.
create table site_settings (
  name text primary key,
  value jsonb not null,
  updated_by bigint references members on delete set null,
  updated_at timestamptz not null default now()
);
create index site_settings_of_member on site_settings (updated_by);

alter table agreements add created_by bigint references members on delete set null;
create index agreements_of_creator on agreements (created_by);
create index agreements_in_force on agreements (kind, effective_at desc, id desc);
