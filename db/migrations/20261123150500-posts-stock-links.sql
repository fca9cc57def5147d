-- Links to stocks in stored bodies lead to the page of the security instead of a search.
update post_bodies set
  html = replace(html, '<a class="stock" href="/search?keyword=', '<a class="stock" href="/stock?code='),
  open_html = replace(open_html, '<a class="stock" href="/search?keyword=', '<a class="stock" href="/stock?code=')
where html like '%<a class="stock" href="/search?keyword=%' or open_html like '%<a class="stock" href="/search?keyword=%';
