import fc from 'fast-check';
import { expect, test } from 'vitest';
import { breakHeadline } from './break-headline.ts';
import { createSegmenter } from './segment.ts';

const segmenter = createSegmenter(['宁德时代', '京天利']);
const shown = (title: string) =>
  breakHeadline(title, segmenter).replaceAll('\u200b', '|').replaceAll('\n', '/');

test.each([
  ['碳化硅降价之后，衬底厂开始涨价', '碳化硅|降价|之后，/衬底|厂|开始|涨价'],
  ['“双碳”目标', '“双碳”|目标'],
  ['他说：“好，太好了！”市场大涨', '他|说：/“好，|太好了！”|市场|大涨'],
  ['《关于加强，监管》通知', '《关于|加强，|监管》|通知'],
  ['涨停板（10%）', '涨停板|（10%）'],
  ['宁德时代(300750)涨12.5%', '宁德时代|(300750)|涨|12.5%'],
  ['风机出海——合同签在岸上', '风机|出海——/合同|签|在|岸上'],
  ['等等……再看', '等等……/再|看'],
  ['京天利:股东减持?!然后', '京天利:/股东|减持?!/然后'],
  ['12:30翻红', '12:30|翻红'],
  ['规模12亿元', '规模|12亿元'],
  ['iPhone 15 Pro发布', 'iPhone 15 Pro|发布'],
  ['𠮷野家😀开店', '𠮷|野家|😀|开店'],
  ['已有\u200b记号\n和　空白', '已有 记号 和 空白'],
  ['结束。', '结束。'],
  ['', ''],
])('breaks %j as %j', (title, expected) => {
  expect(shown(title)).toBe(expected);
});

test('gives the title back without its marks, for any title', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (title) => {
      const line = title
        .replace(/[\u200b\s]+/g, ' ')
        .trim()
        .toWellFormed();
      expect(breakHeadline(title, segmenter).replace(/[\u200b\n]/g, '')).toBe(line);
    }),
  );
});
