-- One open attempt by each gateway and channel: serves beginPayment, and decides between two who begin at once.
create unique index payments_attempt on payments (order_id, gateway, channel) where state = 'created';
