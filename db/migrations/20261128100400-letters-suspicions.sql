-- A refusal of which it is not yet known whether it is this recipient's or meets everyone: kind, step, code, text, address.
alter table letter_recipients add suspicion jsonb;
