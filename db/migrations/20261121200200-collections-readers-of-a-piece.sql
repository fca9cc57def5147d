-- Who read a piece, as evidence asks; deleting a piece also looks here.
create index reading_history_of_post on reading_history (post_id, member_id);
