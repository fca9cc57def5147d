-- An order names the payment that paid it, and each payment its order: a copy that loads one of the two first can
-- say so only if this is looked at when it is whole. Whoever writes otherwise is still refused at once.
alter table orders alter constraint orders_payment_id_fkey deferrable initially immediate;
