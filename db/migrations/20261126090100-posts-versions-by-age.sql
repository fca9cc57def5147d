-- The nightly job that deletes versions which were replaced 60 days ago.
create index post_versions_by_age on post_versions (saved_at, post_id, number);
