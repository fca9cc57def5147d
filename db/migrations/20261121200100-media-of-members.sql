-- What writers put in is no part of the staff's library until somebody of the staff puts in the same.
alter table media_items add column is_of_member boolean not null default false;
drop index media_items_of_folder;
create index media_items_of_folder on media_items (folder_id, is_of_member, id desc);
drop index media_items_of_kind;
create index media_items_of_kind on media_items (is_of_member, kind, id desc);
create index media_items_newest on media_items (is_of_member, id desc);
drop index media_items_unused;
create index media_items_unused on media_items (is_of_member, id desc) where use_count = 0;
-- How much one member put in today.
drop index media_items_of_uploader;
create index media_items_of_uploader on media_items (uploaded_by, created_at);
