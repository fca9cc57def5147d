-- Counts the posts that VIP opens, by column: the VIP page shows them (countVipPosts).
create index posts_open_to_vip on posts (column_id)
  where state = 'published' and (access = 'vip' or (access = 'paid' and vip_free));
