-- Why an account was blocked, for whoever is asked about it.
alter table members add block_reason text;

-- The people desk by day of registration: a keyset needs the id, since an import registers many at one moment.
create index members_newest on members (created_at desc, id desc);
drop index members_by_registration;

-- Whose VIP membership runs, among a million who have none.
create index grants_vip_by_end on grants (ends_at) where scope = 'vip';

-- Two roles of one name could not be told apart by whoever gives them.
alter table roles add constraint roles_name_key unique (name);
