-- What the feature that put an item here needs when it is decided: of a piece the version that is reviewed, and when it
-- is to come out.
alter table review_items add details jsonb not null default '{}';
