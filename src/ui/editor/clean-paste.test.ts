// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import { describe, expect, test } from 'vitest';
import { toStoredHtml } from './body-html.ts';
import { cleanPaste } from './clean-paste.ts';
import { extensions } from './extensions.ts';
import * as samples from './paste/paste-samples.ts';

const { wordItem, wordPage } = samples;
const clean = (html: string) =>
  cleanPaste(html)
    .replace(/\s*\n\s*/g, '')
    .replace(/(<(?:li|p|td)[^>]*>)\s+|\s+(?=<\/(?:li|p|td)>)/g, '$1')
    .replace(/ data-note-key="[^"]*"/g, '')
    .replaceAll('\u00a0', '');

describe('Word', () => {
  test('removes styles and Office markup, and restores lists', () => {
    const word =
      wordPage(`<p class=MsoNormal style='text-indent:21.0pt'><span style='font-family:宋体'>第一段<span lang=EN-US>AI<o:p></o:p></span></span></p>
<p class=MsoListParagraph style='margin-left:22.0pt;mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span>·</span><!--[endif]-->一项</p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><!--[if !supportLists]--><span>·</span><!--[endif]-->二项</p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p><p><span style="font-weight:bold">要紧</span></p>`);
    expect(clean(word)).toBe(
      '<p>第一段AI</p><ul><li>一项</li><li>二项</li></ul><p><strong>要紧</strong></p>',
    );
  });

  test.each(['bogus', 'comment', 'none'] as const)(
    'nests lists whatever form the browser delivers: %s',
    (form) => {
      const items = [
        wordItem('甲', '1.', { form, position: 'First' }),
        wordItem('乙', 'a.', { form, level: 2 }),
        wordItem('丙', 'b.', { form, level: 2 }),
        wordItem('丁', '·', { form, level: 4, font: 'font-family:Symbol' }),
        wordItem('戊', '2.', { form, position: 'Last' }),
      ].join('\n\n');
      expect(clean(wordPage(items))).toBe(
        '<ol><li>甲<ol type="a"><li>乙</li><li>丙<ul><li>丁</li></ul></li></ol></li><li>戊</li></ol>',
      );
    },
  );

  test.each([
    ['一、', '<ol class="han"><li>甲</li></ol>'],
    ['（三）', '<ol start="3" class="han-paren"><li>甲</li></ol>'],
    ['十二、', '<ol start="12" class="han"><li>甲</li></ol>'],
    ['3.', '<ol start="3"><li>甲</li></ol>'],
    ['（2）', '<ol start="2"><li>甲</li></ol>'],
    ['1.2', '<ol start="2"><li>甲</li></ol>'],
    ['②', '<ol start="2"><li>甲</li></ol>'],
    ['iv.', '<ol start="4" type="i"><li>甲</li></ol>'],
    ['C)', '<ol start="3" type="A"><li>甲</li></ol>'],
    ['', '<ul><li>甲</li></ul>'],
    ['第一条', '<p>第一条甲</p>'],
    ['附件1', '<p>附件1甲</p>'],
  ])('reads the numbering %s', (marker, expected) => {
    expect(clean(wordPage(wordItem('甲', marker)))).toBe(expected.replace('1甲', '1 甲'));
  });

  test('continues a numbered list after a paragraph, and keeps a second paragraph in its item', () => {
    const html = wordPage(
      `${wordItem('甲', '1.')}<p class=MsoListParagraphCxSpMiddle>续</p><p class=MsoNormal>间</p>${wordItem('乙', '2.')}`,
    );
    expect(clean(html)).toBe('<ol><li>甲<p>续</p></li></ol><p>间</p><ol start="2"><li>乙</li></ol>');
  });

  test('recognises headings by element, style name and outline level, and no bold line', () => {
    const html = wordPage(
      `<h1>一级</h1><p class=a style='mso-outline-level:2'>二级</p><p class=20>三级</p><p class=2>二级乙</p><p class=MsoNormal><b>只是加粗</b></p><p class=MsoToc1 style='mso-outline-level:1'>目录行</p><p class=MsoNormal style='mso-outline-level:body'>正文</p>`,
      'p.2, li.2 {mso-style-name:"标题 2";}\np.20 {mso-style-name:"\\6807\\9898  3";}',
    );
    expect(clean(html)).toBe(
      '<h2>一级</h2><h3>二级</h3><h4>三级</h4><h3>二级乙</h3><p><strong>只是加粗</strong></p><p>目录行</p><p>正文</p>',
    );
  });

  test('keeps the number of a numbered heading as text', () => {
    const html = wordPage(
      `<h1 style='mso-list:l0 level1 lfo1'><![if !supportLists]><span><span style='mso-list:Ignore'>一、</span></span><![endif]>背景</h1><h2 style='mso-list:l0 level2 lfo1'><![if !supportLists]><span><span style='mso-list:Ignore'>1.1<span>&nbsp;&nbsp;</span></span></span><![endif]>起因</h2>`,
    );
    expect(clean(html)).toBe('<h2>一、背景</h2><h3>1.1 起因</h3>');
  });

  test('keeps merged cells', () => {
    expect(clean(wordPage(samples.wordTable('合计', '甲', '乙')))).toBe(
      '<table><tbody><tr><td width="553" colspan="2"><p><strong>合计</strong></p></td></tr><tr><td width="276" rowspan="2"><p>甲</p></td><td><p>乙</p></td></tr><tr><td></td></tr></tbody></table>',
    );
  });

  test('converts footnotes of one and of several paragraphs', () => {
    expect(clean(wordPage(samples.wordFootnotes('正文', '注一', '注二')))).toBe(
      '<p>正文<sup class="fn"><a href="#fn1" id="fr1">1</a></sup></p><ol><li id="fn1"><p>注一</p><p>注二</p></li></ol>',
    );
  });

  test('names pictures that the clipboard does not contain', () => {
    const html = wordPage(
      `<p class=MsoNormal><!--[if gte vml 1]><v:shape id="图片_x0020_1"><v:imagedata src="file:///C:/clip_image001.png" o:title="走势"/></v:shape><![endif]--><![if !vml]><img width=553 src="file:///C:/Users/a/clip_image001.png" alt="铜价走势" v:shapes="图片_x0020_1"><![endif]></p><p><img src="file:///b.png"></p>`,
    );
    expect(clean(html)).toBe(
      '<p><strong>〔缺图：铜价走势，请在这里上传〕</strong></p><p><strong>〔缺图：图 2，请在这里上传〕</strong></p>',
    );
  });

  test('joins the lists of Word Online', () => {
    const html = [
      samples.wordOnlineItem('甲', 1, 'ol'),
      samples.wordOnlineItem('乙', 2, 'ol'),
      samples.wordOnlineItem('丙', 1, 'ol', 2),
      '<p class="Paragraph">间</p>',
      samples.wordOnlineItem('丁', 1, 'ul'),
    ].join('');
    expect(clean(html)).toBe(
      '<ol><li><p>甲</p><ol type="a"><li><p>乙</p></li></ol></li><li><p>丙</p></li></ol><p>间</p><ul><li><p>丁</p></li></ul>',
    );
  });
});

test('reads the bullets and headings of WPS', () => {
  expect(clean(samples.wps('一项'))).toBe('<h2>大题</h2><ul><li>一项</li></ul>');
});

test('reads lists and footnotes of LibreOffice', () => {
  expect(clean(samples.libreOffice('正文', '注'))).toBe(
    '<h2>小节</h2><ul><li><p>甲</p><ul><li><p>乙</p></li></ul></li></ul><p>正文<sup class="fn"><a href="#fn1" id="fr1">1</a></sup></p><ol><li id="fn1"><p>注</p></li></ol>',
  );
});

describe('WeChat', () => {
  test('reads ornamental headings, lazy pictures and text set by character', () => {
    const html = clean(
      samples.weChat('铜为什么涨', '一段够长的正文，说明铜价上涨的原因和后果，以及市场怎样看。'),
    );
    expect(html.replace(/<\/?div>/g, '')).toBe(
      '<h2>01 铜为什么涨</h2><p>一段够长的正文，说明铜价上涨的原因和后果，以及市场怎样看。</p><p><img src="https://mmbiz.qpic.cn/mmbiz_png/a/640?wx_fmt=png"></p>',
    );
  });

  test('makes no heading of bold text in the size of the text, or of a sentence', () => {
    const html = `<section class="rich_media_content"><p style="font-size:16px">正文正文正文正文正文正文正文</p><p style="font-size:16px"><strong>一行加粗</strong></p><p style="font-size:20px"><strong>这是一句话。</strong></p></section>`;
    expect(clean(html)).not.toContain('<h');
  });

  test('ignores the slice marks of its editor', () => {
    expect(clean('<section data-pm-slice="3 3 []"><p><span leaf="">文</span></p></section>')).not.toContain(
      'slice',
    );
  });
});

test('joins the lists of Feishu, with their levels, numbers and tasks', () => {
  const { feishuItem, feishuPage } = samples;
  const html = feishuPage(
    [
      '<h1 class="heading-1 ace-line">题</h1><h4 class="heading-4 ace-line">小题</h4><div class="ace-line">文</div>',
      feishuItem('甲', 'number', 1, 1),
      feishuItem('乙', 'bullet', 2),
      feishuItem('丙', 'number', 1, 2),
      '<div class="ace-line">间</div>',
      feishuItem('丁', 'number', 1, 3),
      feishuItem('戊', 'check'),
      feishuItem('己', 'done'),
      '<pre style="white-space:pre;" class="ace-line"><code class="language-python" data-lark-language="python"><div>a = 1</div><div>  b</div></code></pre>',
    ].join(''),
  );
  expect(clean(html).replace(/<\/?div>/g, '')).toBe(
    '<h2>题</h2><h3>小题</h3>文<ol><li>甲<ul><li>乙</li></ul></li><li>丙</li></ol>间<ol start="3"><li>丁</li></ol><ul><li>☐ 戊</li><li>☑ 己</li></ul><pre><code class="language-python">a = 1b</code></pre>',
  );
});

test('reads formatting from the styles of Google Docs, and nothing from its wrapper', () => {
  expect(clean(samples.googleDocs('文'))).toBe(
    '<h2>标题</h2><p>文<strong>粗</strong><em>斜</em><s>删</s><a href="https://a.example/">链</a></p><ul><li><p>甲</p><ul><li><p>乙</p></li></ul></li></ul><br>',
  );
});

test('reads cells of Excel', () => {
  expect(clean(samples.excel('单位：万元'))).toBe(
    '<table width="144"><tbody><tr height="19"><td colspan="2" height="19" width="144">单位：万元</td></tr><tr height="19"><td>1,200</td><td>2</td></tr></tbody></table>',
  );
});

test('removes scripts, event handlers and hidden text', () => {
  expect(
    cleanPaste('<p onclick="x()">字<script>alert(1)</script><span style="display:none">藏</span></p>'),
  ).toBe('<p>字</p>');
});

test('keeps the paywall mark', () => {
  expect(cleanPaste('<p>一</p><!--paywall--><p>二</p>')).toBe(
    '<p>一</p><div data-paywall=""></div><p>二</p>',
  );
});

test('keeps the levels of a section copied inside the editor', () => {
  expect(cleanPaste('<h3 data-pm-slice="1 1 []">节</h3><p>文</p>')).toBe(
    '<h3 data-pm-slice="1 1 []">节</h3><p>文</p>',
  );
});

test('keeps players, cards, galleries and widths that are copied within the editor', () => {
  const html =
    '<figure class="bookmark"><a href="https://a.example/x">题</a><p>说明</p><small>某站</small></figure>' +
    '<figure data-embed="bilibili" data-video="BV1GJ411x7h7"><figcaption>注</figcaption></figure>' +
    '<figure class="gallery"><figure><img src="/1.png"></figure><figure><img src="/2.png"></figure></figure>' +
    '<figure class="w50"><img src="/3.png"></figure>';
  expect(cleanPaste(html)).toBe(html);
});

test.each([
  'https://v.qq.com/iframe/preview.html?width=500&height=375&auto=0&vid=t0922htc5no',
  'https://v.qq.com/txp/iframe/player.html?origin=https%3A%2F%2Fmp.weixin.qq.com&vid=t0922htc5no&autoplay=false',
  '//v.qq.com/iframe/player.html?vid=t0922htc5no&tiny=0',
])('keeps the player of an article of WeChat: %s', (address) => {
  const frame = `<iframe class="video_iframe rich_pages" data-vidtype="1" data-src="${address}" src=""></iframe>`;
  const editor = new Editor({
    extensions,
    content: cleanPaste(`<section><p>甲</p>${frame}<p>乙</p></section>`),
  });
  expect(toStoredHtml(editor.getHTML())).toBe(
    '<p>甲</p><figure data-embed="tencent" data-video="t0922htc5no"></figure><p>乙</p>',
  );
  editor.destroy();
});

test('notes where a video is missing that a body cannot have', () => {
  const frame =
    '<iframe class="video_iframe" data-mpvid="wxv_1" data-src="https://mp.weixin.qq.com/mp/readtemplate?t=x"></iframe>';
  expect(clean(`<p>甲</p>${frame}<p>乙</p>`)).toBe(
    '<p>甲</p><strong>〔缺视频，请在这里嵌入或上传〕</strong><p>乙</p>',
  );
});

test.each(['https://player.vimeo.com/video/1', 'https://www.youtube.com/watch_video?v=1'])(
  'notes the video of a player that is not known: %s',
  (address) => {
    expect(clean(`<p>甲</p><iframe src="${address}"></iframe>`)).toContain('〔缺视频，请在这里嵌入或上传〕');
  },
);

test('names a picture of this site by its path', () => {
  expect(cleanPaste(`<p>甲<img src="${location.origin}/files/a.webp"></p>`)).toBe(
    '<p>甲<img src="/files/a.webp"></p>',
  );
});
