-- outside-transaction
-- Finds the bodies that are to be cut and summarised again without the numbers of their footnotes.
create index concurrently post_bodies_old_cuts_3 on post_bodies (post_id) where cut_format < 3;
