-- outside-transaction
-- The notices that name a member, whose name leaves them when the account is deleted (src/features/notifications/queries.ts).
create index concurrently notices_of_person on notices using gin (people jsonb_path_ops) where people is not null;
