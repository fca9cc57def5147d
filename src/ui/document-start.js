// The script in the <head> of every document. It is loaded without defer, so that the first paint has the right theme,
// and imports nothing, so that it also runs if none of the page's modules arrives.

// Theme switch: the reader's stored choice overrides the system's; each click toggles it. `?theme=dark` or `?theme=light`
// forces a theme, for screenshots.
(() => {
  const root = document.documentElement;
  const [light, dark] = document.querySelectorAll('meta[name="theme-color"]');
  const apply = (theme) => {
    root.dataset.theme = theme;
    // The browser's own bars take the colour of the chosen theme too.
    light?.setAttribute('media', theme === 'light' ? 'all' : 'not all');
    dark?.setAttribute('media', theme === 'dark' ? 'all' : 'not all');
  };
  const requested = new URLSearchParams(location.search).get('theme');
  let stored = null;
  try {
    stored = localStorage.getItem('theme');
  } catch {
    // Storage may be unavailable.
  }
  const theme = requested ?? stored;
  if (theme === 'light' || theme === 'dark') apply(theme);

  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('[data-theme-switch]')) return;
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const next = (root.dataset.theme ?? system) === 'dark' ? 'light' : 'dark';
    apply(next);
    try {
      localStorage.setItem('theme', next);
    } catch {
      // Storage may be unavailable.
    }
  });
})();

// Files of the build that do not arrive: the network failed, or the portal was upgraded under an open tab.
(() => {
  const markKey = 'reloadedBuild';
  const entry = () => document.querySelector('script[type="module"][src]')?.src;

  /**
   * Reloads the page if `file` (by default the entry module) is gone because a new build has replaced it. Each build is
   * reloaded once per tab, so that a file that stays away cannot cause a loop. Resolves with whether the page reloads.
   */
  async function reloadIfGone(file) {
    const build = entry();
    try {
      if (!build || sessionStorage.getItem(markKey) === build) return false;
      const { status } = await fetch(file ?? build, { method: 'HEAD', cache: 'no-store' });
      if (status !== 404) return false;
      sessionStorage.setItem(markKey, build);
    } catch {
      // Without storage a loop could not be prevented; without a network a reload would show nothing.
      return false;
    }
    location.reload();
    return true;
  }

  /** Says that the page is incomplete: instead of an empty page, or above the text that the server has rendered. */
  function show() {
    const box = document.createElement('div');
    box.className = 'missing-files';
    box.setAttribute('role', 'alert');
    const text = document.createElement('p');
    text.textContent = '这一页没有载入完整：可能是网络断了，或网站刚刚更新过。';
    const retry = document.createElement('button');
    retry.type = 'button';
    retry.textContent = '重试';
    retry.addEventListener('click', () => location.reload());
    box.append(text, retry);
    const root = document.getElementById('root');
    const isEmpty = !root?.firstElementChild || root.querySelector('.shell-waiting') !== null;
    if (isEmpty) root?.replaceChildren(box);
    else document.body.prepend(box);
  }

  window.missingFiles = { reloadIfGone, show };
  // Also fires for the modules that the entry imports. Errors of elements do not bubble, so they are captured.
  window.addEventListener(
    'error',
    async ({ target }) => {
      if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return;
      if (!(await reloadIfGone())) show();
    },
    true,
  );
})();
