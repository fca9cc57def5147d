-- The access token and the share ticket of a WeChat service account, fetched once for all processes; sealed.
create table wechat_tokens (
  app_id text not null,
  kind text not null check (kind in ('access_token', 'jsapi_ticket')),
  value text not null,
  fetched_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (app_id, kind)
);

-- A person has two identities at WeChat: `wechat`, the union id, and `wechat_service`, the open id for one service
-- account, which is the only one that an account outside the open platform knows.
alter table external_accounts
  add column app_id text not null default '',
  alter column union_id drop not null,
  drop constraint external_accounts_provider_check,
  add constraint external_accounts_provider_check check (
    provider = 'wechat' and union_id is not null or provider = 'wechat_service' and app_id <> ''
  );
-- Finds the member of a person who comes from the service account, and gives an open id to one member only.
create unique index external_accounts_open_id_key on external_accounts (app_id, open_id)
  where provider = 'wechat_service';

alter table oauth_states
  drop constraint oauth_states_purpose_check,
  add constraint oauth_states_purpose_check check (purpose in ('login', 'bind', 'inside'));

alter table bind_tickets
  alter column union_id drop not null,
  add column app_id text not null default '',
  add column picture text not null default '';
