-- What a piece for sale costs VIP members, where it is less than what it costs others; nothing to say of one they read free.
alter table posts add vip_price int;
alter table posts add constraint posts_vip_price_check check (
  vip_price is null or (price is not null and vip_price between 1 and price and not vip_free)
);

-- Bought at the VIP price: whoever asks why it cost less finds the reason, whatever the piece costs by then.
alter table orders add is_vip_price boolean not null default false;

create or replace function check_order_step() returns trigger language plpgsql as $$
begin
  if old.state is distinct from new.state and not (old.state, new.state) in (
    ('pending', 'paid'), ('pending', 'closed'), ('paid', 'refunding'), ('refunding', 'refunded'), ('refunding', 'paid')
  ) then
    raise exception 'order % may not go from % to %', old.number, old.state, new.state
      using errcode = 'check_violation', constraint = 'orders_step';
  end if;
  if (old.number, old.thing, old.title, old.list_price, old.is_vip_price, old.discount, old.amount, old.kind, old.is_gift)
    is distinct from
    (new.number, new.thing, new.title, new.list_price, new.is_vip_price, new.discount, new.amount, new.kind, new.is_gift) then
    raise exception 'title and price of order % are fixed', old.number
      using errcode = 'check_violation', constraint = 'orders_fixed';
  end if;
  return new;
end $$;
