-- A one-time exchange whose answer was lost may be repeated by the same client. By hash: the access token that a renewal
-- replaced, and the client that exchanged the refresh token.
alter table spent_refresh_tokens add column token_hash bytea, add column client_hash bytea;

-- A used state stays for a moment with the code it was used with. `has_profile` is null until WeChat has answered.
alter table oauth_states add column used_at timestamptz, add column code_hash bytea, add column has_profile boolean;

-- Who opened the link that binds a WeChat user, until they confirm it on the page.
alter table notice_wechat_tickets add column code_hash bytea, add column app_id text, add column open_id text,
  add column is_following boolean, add column bound_at timestamptz;
