import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Headline } from './headline.tsx';

test('renders each clause as a span and each word border as a wbr, and adds no character', () => {
  const html = renderToStaticMarkup(
    <Headline title="铜价高位，矿山不急" breaks={'铜\u200b价\u200b高位，\n矿山\u200b不急'} href="/1/2" />,
  );
  expect(html).toBe(
    '<h2 class="phr"><a href="/1/2"><span>铜<wbr/>价<wbr/>高位，</span><span>矿山<wbr/>不急</span></a></h2>',
  );
});

test('renders a single clause without a span', () => {
  expect(renderToStaticMarkup(<Headline level={3} title="先读脚注" breaks={'先读\u200b脚注'} />)).toBe(
    '<h3 class="phr">先读<wbr/>脚注</h3>',
  );
});

test('renders the plain, escaped title when there is no break string', () => {
  expect(renderToStaticMarkup(<Headline title={'𠮷 <b>&amp; 全角ＡＢＣ'} />)).toBe(
    '<h2>𠮷 &lt;b&gt;&amp;amp; 全角ＡＢＣ</h2>',
  );
});
