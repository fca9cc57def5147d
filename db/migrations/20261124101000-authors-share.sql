-- The author's part of a sale in percent, instead of the setting (docs/product.md §16); null for the rule of the site.
alter table authors add column share_percent integer
  constraint authors_share_check check (share_percent between 0 and 100);
