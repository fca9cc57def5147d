import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Headline } from './headline.tsx';

test('each clause is a span, each word border a wbr, and no character is added', () => {
  const html = renderToStaticMarkup(
    <Headline title="铜价高位，矿山不急" breaks={'铜\u200b价\u200b高位，\n矿山\u200b不急'} href="/1/2" />,
  );
  expect(html).toBe(
    '<h2 class="phr"><a href="/1/2"><span>铜<wbr/>价<wbr/>高位，</span><span>矿山<wbr/>不急</span></a></h2>',
  );
});

test('a single clause needs no span', () => {
  expect(renderToStaticMarkup(<Headline level={3} title="先读脚注" breaks={'先读\u200b脚注'} />)).toBe(
    '<h3 class="phr">先读<wbr/>脚注</h3>',
  );
});

test('without a break string the plain title breaks as any text, and is escaped', () => {
  expect(renderToStaticMarkup(<Headline title={'𠮷 <b>&amp; 全角ＡＢＣ'} />)).toBe(
    '<h2>𠮷 &lt;b&gt;&amp;amp; 全角ＡＢＣ</h2>',
  );
});
