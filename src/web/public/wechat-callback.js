/**
 * The script of the page WeChat sends people back to. In the frame of the log-in page it tells the page around it
 * what came; in a window of its own it keeps that for the log-in page and goes there. The code is good for one try
 * and only with this browser's cookie, and it never leaves this origin.
 */
const answer = new URLSearchParams(location.search);
const code = answer.get('code');
const message = code
  ? { type: 'wechat', code, state: answer.get('state') ?? '' }
  : { type: 'wechat', refused: true };

if (window.parent !== window) window.parent.postMessage(message, location.origin);
else {
  sessionStorage.setItem('wechat', JSON.stringify(message));
  location.replace('/login?way=wechat');
}
