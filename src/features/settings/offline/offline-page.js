// The script of the offline page. It lists the public posts that this person read last in this browser, or shows the one
// of the current address. src/web/parts/offline/remember-read.ts writes them.
(async () => {
  const maxAgeMs = 7 * 86_400_000;
  const readCache = 'guanlan-read';
  const root = document.getElementById('offline');

  const readStorage = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const theme = readStorage('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

  /** The id of who is logged in here; empty for a visitor. Another person on this device sees none of their posts. */
  function readOwner() {
    try {
      const { value, expiresAt } = JSON.parse(readStorage('token') ?? 'null') ?? {};
      return expiresAt !== undefined && expiresAt <= Date.now() ? '' : (value?.user?.id ?? '');
    } catch {
      return '';
    }
  }

  async function listPosts() {
    const cache = await caches.open(readCache);
    const owner = readOwner();
    const posts = [];
    for (const request of await cache.keys()) {
      const post = await (await cache.match(request))?.json();
      if (!post || post.readAt < Date.now() - maxAgeMs || post.owner !== owner) await cache.delete(request);
      else posts.push(post);
    }
    return posts.sort((one, other) => other.readAt - one.readAt);
  }

  const make = (name, text, properties = {}) => {
    const element = Object.assign(document.createElement(name), properties);
    if (text) element.textContent = text;
    return element;
  };

  function showPost({ title, html, byline }) {
    const article = make('article');
    const body = make('div', '', { className: 'body' });
    // Sanitised by the server; the page's CSP runs no script of it. Pictures and players are not stored.
    body.innerHTML = html;
    for (const media of body.querySelectorAll('img, picture, iframe, video, audio')) media.remove();
    article.append(make('h1', title), make('p', byline, { className: 'note' }), body);
    document.title = title;
    root.append(article);
  }

  function showList(posts, headingName) {
    const list = make('ul');
    for (const { title, address, byline } of posts) {
      const item = make('li');
      item.append(make('a', title, { href: address }), make('p', byline, { className: 'note' }));
      list.append(item);
    }
    const heading = posts.length > 0 ? '最近读过的' : '这里还没有可以离线读的文章';
    root.append(make(headingName, heading), list);
  }

  document.getElementById('retry').addEventListener('click', () => location.reload());
  window.addEventListener('online', () => location.reload());
  const posts = await listPosts().catch(() => []);
  const id =
    /\/(?:mobile)?detail$/i.test(location.pathname) && new URLSearchParams(location.search).get('id');
  const wanted = posts.find((post) => post.id === id);
  if (wanted) showPost(wanted);
  const others = posts.filter((post) => post !== wanted);
  if (!wanted || others.length > 0) showList(others, wanted ? 'h2' : 'h1');
})();
