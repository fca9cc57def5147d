-- Staff find orders by the beginning of their number (docs/product.md §21).
create index orders_by_number_prefix on orders (number text_pattern_ops);
