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
