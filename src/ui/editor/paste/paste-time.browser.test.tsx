import { expect, test } from 'vitest';
import { cleanPaste } from '../clean-paste.ts';
import * as samples from './paste-samples.ts';

const repeat = (text: string, bytes: number) => text.repeat(Math.ceil(bytes / text.length));
const megabyte = 1_000_000;

// Of short pieces a third of a megabyte has ten thousands: enough for quadratic time to show.

test.each<[string, string]>([
  ['items of a list', repeat(samples.wordItem('甲', '1.'), megabyte)],
  ['comments that never end', repeat('<!--[if !supportLists]>', megabyte)],
  ['style rules', samples.wordPage('<p>一</p>', repeat('p.a{mso-style-name:x}', megabyte))],
  ['spans by character', samples.weChat('题', '字'.repeat(14_000))],
  ['spans around many breaks', `${'<span>'.repeat(400)}${'<br>字'.repeat(20_000)}`],
  ['footnote links', repeat('<a href="#a" id="b">1</a>', megabyte / 3)],
  [
    'footnotes',
    Array.from(
      { length: 3000 },
      (_, at) => `<p>文<a href="#n${at}" id="r${at}">1</a></p><p><a href="#r${at}" id="n${at}">1</a>注</p>`,
    ).join(''),
  ],
  [
    'nested lists of Feishu',
    repeat(samples.feishuItem('甲', 'bullet', 2) + samples.feishuItem('乙', 'number', 1), megabyte),
  ],
  ['style attributes', `<p style="${repeat('a:b;', megabyte)}">一</p>`],
  ['headings', repeat('<h1>一</h1><h4>二</h4>', megabyte / 3)],
])('takes bounded time for large pastes: %s', (_, html) => {
  const small = time(html.slice(0, html.length / 8));
  // Quadratic time would be 64 times as much.
  expect(time(html)).toBeLessThan(Math.max(small, 100) * 24);
});

function time(html: string): number {
  const start = performance.now();
  cleanPaste(html);
  return performance.now() - start;
}
