-- Who bought a piece: they are told when it is withdrawn.
create index grants_of_piece on grants (target_id, member_id) where scope = 'post';
