import { expect, test } from 'vitest';
import { prepareBodySync } from './prepare-body.ts';
import { writeMailSync } from './write-mail.ts';

test('writes a player as a link with its title', () => {
  const body =
    '<p>前</p><figure data-embed="bilibili" data-video="BV1GJ411x7h7"><figcaption>伦铜 &lt;走势&gt;</figcaption></figure>';
  const { html } = prepareBodySync({ body, format: 'html' });
  const mail = writeMailSync({ html, site: 'https://news.example.cn' });
  expect(mail).toContain('href="https://www.bilibili.com/video/BV1GJ411x7h7"');
  expect(mail).toContain('>哔哩哔哩视频：伦铜 &lt;走势&gt;</a></p>');
  expect(mail).not.toContain('iframe');
});

test('names a file of this site without its address, which opens for readers on the site only', () => {
  const body = '<p><a href="/files/000000/ab/c.pdf?name=a.pdf">年报</a>、<a href="/article/2">文章</a></p>';
  const mail = writeMailSync({
    html: prepareBodySync({ body, format: 'html' }).html,
    site: 'https://news.example.cn',
  });
  expect(mail).toContain('年报（附件，请在网站上下载）');
  expect(mail).not.toContain('/files/');
  expect(mail).toContain('href="https://news.example.cn/article/2"');
});
