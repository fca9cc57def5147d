-- Counts the holders of a column among whom a letter goes.
create index grants_of_column on grants (target_id, member_id) where scope = 'column';
