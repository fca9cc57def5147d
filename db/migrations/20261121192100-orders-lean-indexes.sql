-- Nearly every order is of a piece, without plan, column and coupon, and has no payment until it is paid: nulls are kept
-- out of the indexes that nobody looks for nulls in. Each serves what it served before.
drop index orders_of_column;
create index orders_of_column on orders (column_id) where column_id is not null;
drop index orders_of_plan;
create index orders_of_plan on orders (plan_id) where plan_id is not null;
drop index orders_of_coupon;
create index orders_of_coupon on orders (coupon_id) where coupon_id is not null;
alter table orders drop constraint orders_payment_id_key;
create unique index orders_payment_id_key on orders (payment_id) where payment_id is not null;
