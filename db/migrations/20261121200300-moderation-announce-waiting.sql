-- What waits for whom has changed: personal streams tell reviewers, and whoever submitted it. PostgreSQL delivers it with
-- the commit, and the same payload once.
create function announce_review() returns trigger language plpgsql as $$
begin
  perform pg_notify('guanlan_reviews', jsonb_build_object(
    'tenantId', substr(tg_table_schema, length('tenant_') + 1), 'submittedBy', new.submitted_by::text)::text);
  return null;
end $$;
create trigger review_items_announce after insert or update of state on review_items
  for each row execute function announce_review();
