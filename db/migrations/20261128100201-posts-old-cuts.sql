-- outside-transaction
-- Finds the bodies that are to be cut again; empty once all are.
create index concurrently post_bodies_old_cuts on post_bodies (post_id) where cut_format < 2;
