/**
 * Script of the page that WeChat redirects to. Inside the frame of the log-in page it posts the result to the parent
 * page; in its own window, as inside WeChat, it saves the result for the log-in page and goes there, with the path to
 * return to. The code is single-use, works
 * only with this browser's cookie, and never leaves this origin.
 */
const answer = new URLSearchParams(location.search);
const code = answer.get('code');
const message = code
  ? { type: 'wechat', code, state: answer.get('state') ?? '' }
  : { type: 'wechat', refused: true };

if (window.parent !== window) window.parent.postMessage(message, location.origin);
else {
  sessionStorage.setItem('wechat', JSON.stringify(message));
  const to = answer.get('to');
  location.replace(`/login?way=wechat${to ? `&returnTo=${encodeURIComponent(to)}` : ''}`);
}
