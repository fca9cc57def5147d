-- Addresses of other programs that are notified of events (docs/product.md §31).
create table webhooks (
  id bigint generated always as identity primary key,
  name text not null,
  url text not null,
  -- Types of events, such as post.published.
  events text[] not null,
  is_active boolean not null default true,
  -- Why the portal switched it off; empty if staff did.
  pause_reason text not null default '',
  -- The signing secret is derived from it and the portal's key.
  secret_version integer not null default 1,
  -- Failures since the last success, and the first of them.
  failures integer not null default 0,
  failing_since timestamptz,
  -- Until then nothing is sent, so that an endpoint that hangs occupies the worker once per interval.
  retry_at timestamptz,
  created_at timestamptz not null
);

-- The outbox of webhooks and the log of their deliveries. A row is written in the transaction of its event.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks on delete cascade,
  -- The receiver recognises a repeated message by it.
  message_id text not null default 'msg_' || replace(gen_random_uuid()::text, '-', ''),
  event text not null,
  -- The exact text that is signed and sent.
  body text not null,
  state text not null default 'waiting'
    constraint webhook_deliveries_state_check check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  -- When it was queued, or queued again by staff: it is tried for a day from then.
  queued_at timestamptz not null,
  -- The last attempt. Without a status there was no answer.
  attempted_at timestamptz,
  duration_ms integer,
  status integer,
  answer text not null default '',
  error text not null default ''
);
-- The job that sends them.
create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at, id) where state = 'waiting';
-- The log of a webhook, and its failures.
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_failed on webhook_deliveries (webhook_id, id) where state = 'failed';
-- The job that deletes old ones.
create index webhook_deliveries_by_age on webhook_deliveries (queued_at);
