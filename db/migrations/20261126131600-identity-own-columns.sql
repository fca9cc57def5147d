-- The columns that a staff account may change posts in; null for all. A column that was deleted stays in the list and
-- means nothing, so an account whose columns are all gone may change none.
alter table members add column column_ids bigint[];
