// Theme switch: the reader's choice wins over the system's and is remembered; a second press goes back.
// Load in <head> without defer, so that the first paint is already right.
// `?theme=dark` or `?theme=light` fixes a page, for pictures of it.
(() => {
  const root = document.documentElement;
  const asked = new URLSearchParams(location.search).get('theme');
  let kept = null;
  try {
    kept = localStorage.getItem('theme');
  } catch {
    // storage may be closed
  }
  const theme = asked ?? kept;
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;

  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-theme-switch]')) return;
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const next = (root.dataset.theme ?? system) === 'dark' ? 'light' : 'dark';
    root.dataset.theme = next;
    try {
      localStorage.setItem('theme', next);
    } catch {
      // as above
    }
  });
})();
