-- Sensitive words by level: `block` keeps a text from being published, `review` sends it to a reviewer, `warn` is
-- shown to whoever writes. Kept in normal form (NFKC, lower case, no spaces), as texts are compared.
create table sensitive_words (
  id bigint generated always as identity primary key,
  word text not null unique check (char_length(word) between 1 and 50),
  level text not null check (level in ('block', 'review', 'warn')),
  category text not null default '' check (char_length(category) <= 20),
  created_at timestamptz not null default now()
);
create index sensitive_words_of_level on sensitive_words (level, id desc);
create index sensitive_words_of_category on sensitive_words (category, id desc);
create index sensitive_words_by_prefix on sensitive_words (word text_pattern_ops);

-- What waits for a reviewer: pieces sent for review, and what later features put here. One open item a target.
create table review_items (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('post', 'reference', 'comment')),
  target text not null,
  title text not null,
  excerpt text not null default '',
  -- Why it is here, and the sensitive words it holds.
  reason text not null default '',
  hits jsonb not null default '[]',
  state text not null default 'pending' check (state in ('pending', 'approved', 'rejected', 'cancelled')),
  submitted_by bigint references members on delete set null,
  submitted_at timestamptz not null default now(),
  decided_by bigint references members on delete set null,
  decided_at timestamptz,
  note text not null default '',
  check ((state in ('approved', 'rejected')) = (decided_at is not null))
);
create unique index review_items_open on review_items (target) where state = 'pending';
create index review_items_of_state on review_items (state, id desc);
create index review_items_of_kind on review_items (state, kind, id desc);
create index review_items_of_target on review_items (target, id desc);
create index review_items_of_submitter on review_items (submitted_by, id desc);
create index review_items_of_decider on review_items (decided_by);
