import type { FastifyInstance } from 'fastify';
import type { Config } from '#kernel/config.ts';

// The script passes the code to the page around the frame, or saves it for the log-in page and goes there.
const page = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>微信登录</title></head>
<body><main><h1>微信登录</h1><p>正在登录 …</p><noscript><p>请启用 JavaScript 后重试。</p></noscript></main>
<script src="/wechat-callback.js"></script></body></html>`;

/**
 * Serves the page that WeChat redirects people to, with a code in the URL, or without one if they refused. The page is
 * the same for everyone; only its script reads the URL, and sends the code only to this origin.
 */
export function serveWechatCallback(
  server: FastifyInstance,
  { config }: { config: Pick<Config, 'apiBase'> },
): void {
  server.get(
    `${config.apiBase}/blade-auth/oauth/callback/wechat`,
    { config: { access: 'open' } },
    (_, reply) =>
      reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .header(
          'content-security-policy',
          "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
        )
        .send(page),
  );
}
