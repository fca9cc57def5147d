// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { cleanPaste } from './clean-paste.ts';

test('removes styles and Office markup from Word, and restores its lists', () => {
  const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style>
<!--[if gte mso 9]><xml><w:WordDocument/></xml><![endif]--></head><body lang=ZH-CN><!--StartFragment-->
<p class=MsoNormal style='text-indent:21.0pt'><span style='font-family:宋体'>第一段<span lang=EN-US>AI<o:p></o:p></span></span></p>
<p class=MsoListParagraph style='margin-left:22.0pt;mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span>·</span><!--[endif]-->一项</p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span>·</span><!--[endif]-->二项</p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p><p><span style="font-weight:bold">要紧</span></p><!--EndFragment--></body></html>`;
  expect(cleanPaste(word).replace(/\n/g, '')).toBe(
    '<p>第一段AI</p><ul><li>一项</li><li>二项</li></ul><p><strong>要紧</strong></p>',
  );
});

test('sets the source of lazy WeChat pictures, and removes boxes and blank lines', () => {
  const wechat =
    '<section style="margin:0" data-role="outer"><p style="color:red"><span style="font-size:15px">正文</span></p><p><br></p><p><img class="rich_pages" data-src="https://mmbiz.qpic.cn/a.png" data-ratio="0.5" src="data:image/svg+xml,x"></p></section>';
  expect(cleanPaste(wechat)).toBe(
    '<section><p>正文</p><p><img src="https://mmbiz.qpic.cn/a.png"></p></section>',
  );
});

test('removes scripts and event handlers', () => {
  expect(cleanPaste('<p onclick="x()">字<script>alert(1)</script></p>')).toBe('<p>字</p>');
});

test('keeps the paywall mark', () => {
  expect(cleanPaste('<p>一</p><!--paywall--><p>二</p>')).toBe(
    '<p>一</p><div data-paywall=""></div><p>二</p>',
  );
});
