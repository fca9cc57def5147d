-- The number and the amount of an issued invoice: what was invoiced stays the same when the order is refunded later.
-- Older invoices have no number, and their amount is computed from the refunds before their issue.
alter table invoice_requests add column number text not null default '', add column amount integer;
-- What the gateway charged for a payment and gave back with a refund, in fen, as its bill says; null before that.
alter table payments add column fee integer;
alter table refunds add column fee integer;
