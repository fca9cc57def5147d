import { renderSVG } from 'uqr';
import { sandboxPeople } from './wechat-people.ts';

/** The parameters of `qrconnect` that the page shows or passes on. */
export type PageParameters = {
  appId: string;
  redirectUri: string;
  state: string;
  /** True: the result redirects the frame; false: it redirects the whole window. */
  isSelfRedirect: boolean;
  /** `white` means white text, for dark backgrounds. */
  style: string;
  lang: string;
};

const words = {
  zh: {
    title: '微信登录（沙箱）',
    hint: '这里不是微信：选一位虚构的人，当作他扫了码',
    newcomer: '一位新用户',
    refuse: '拒绝授权',
  },
  en: {
    title: 'WeChat Login (sandbox)',
    hint: 'Not WeChat: choose an invented person to scan as',
    newcomer: 'Somebody new',
    refuse: 'Refuse',
  },
};

/** Returns the log-in page of the sandbox, laid out for a frame of 300 × 400 px without scrolling. */
export function renderLoginPage(parameters: PageParameters): string {
  const { appId, redirectUri, state, isSelfRedirect, style, lang } = parameters;
  const isEnglish = lang === 'en';
  const texts = isEnglish ? words.en : words.zh;
  const hiddenFields = Object.entries({ appid: appId, redirect_uri: redirectUri, state })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');
  const people = [
    ...sandboxPeople.map(({ key, nickname }) => ({ key, label: nickname, lang: 'zh-CN' })),
    { key: 'new', label: texts.newcomer, lang: isEnglish ? 'en' : 'zh-CN' },
    { key: 'refuse', label: texts.refuse, lang: isEnglish ? 'en' : 'zh-CN' },
  ];
  const buttons = people
    .map(
      ({ key, label, lang }) =>
        `<button name="person" value="${key}" lang="${lang}"${key === 'refuse' ? ' class="refuse"' : ''}>${escapeHtml(label)}</button>`,
    )
    .join('');
  const qr = renderSVG(`guanlan-sandbox:${state}`, { border: 1, ecc: 'L' }).replace(
    '<svg',
    '<svg aria-hidden="true"',
  );
  return document(
    texts.title,
    isEnglish ? 'en' : 'zh-CN',
    style === 'white',
    `<h1>${texts.title}</h1><div class="qr">${qr}</div><p>${texts.hint}</p>
<form method="post" action="/connect/confirm"${isSelfRedirect ? '' : ' target="_top"'}>${hiddenFields}${buttons}</form>`,
  );
}

/** Returns the page that WeChat shows instead of a QR code if the site's request is invalid. */
export const renderError = (message: string): string =>
  document('微信登录（沙箱）', 'zh-CN', false, `<h1>${escapeHtml(message)}</h1>`);

/** Returns the page that asks for name and picture inside WeChat. */
export const renderQuestion = ({
  person: { nickname },
  address,
}: {
  person: { nickname: string };
  address: string;
}): string =>
  document(
    '微信授权（沙箱）',
    'zh-CN',
    false,
    `<h1>微信授权（沙箱）</h1><p>网站申请获取你的昵称和头像：${escapeHtml(nickname)}</p>
<p><a class="allow" href="${escapeHtml(address)}">允许</a></p>`,
  );

function document(title: string, lang: string, isWhite: boolean, body: string): string {
  const [textColour, backgroundColour] = isWhite ? ['#f5f5f5', '#1b1b1b'] : ['#1b1b1b', '#ffffff'];
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${title}</title><style>
body{margin:0;padding:10px 12px;box-sizing:border-box;width:100%;max-width:300px;min-height:100vh;margin-inline:auto;
font:13px/1.4 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;color:${textColour};background:${backgroundColour};text-align:center}
h1{margin:0 0 6px;font-size:16px;font-weight:500}p{margin:4px 0 8px}
.qr{width:150px;height:150px;margin:0 auto;padding:4px;background:#fff}.qr svg{display:block;width:100%;height:100%}
form{display:grid;grid-template-columns:1fr 1fr;gap:6px}
button{height:34px;border:0;border-radius:4px;font:inherit;color:#fff;background:#06753b;cursor:pointer}
a.allow{display:inline-block;padding:8px 32px;border-radius:4px;color:#fff;background:#06753b;text-decoration:none}
button.refuse{color:#1b1b1b;background:#e6e6e6}button:focus-visible{outline:3px solid #2f6fed;outline-offset:1px}
</style></head><body><main>${body}</main></body></html>`;
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
