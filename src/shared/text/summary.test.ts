import { describe, expect, test } from 'vitest';
import { isLongEnough, isTelling, repeatsTitle } from './summary.ts';

test.each([
  ['亚星客车…', false],
  ['十六个字的摘要才算得上说了一些话…', true],
  ['十五个字的摘要说不清一件事啊…', false],
  ['𠮷'.repeat(15), false],
  ['𠮷'.repeat(16), true],
  ['', false],
])('%j is long enough: %j', (summary, isLong) => {
  expect(isLongEnough(summary)).toBe(isLong);
});

describe('a summary repeats the title', () => {
  test.each([
    ['中国交建子公司工地坍塌', '中国交建子公司工地坍塌', true],
    ['天润数娱：大幅下修业绩预期，预计亏损', '天润数娱：大幅下修业绩预期，', true],
    ['𠮷野家开店', '𠮷野家开店😀。', true],
    ['甲公司减持', '', true],
    ['甲公司减持', '  拟减持 1% 股份。 ', false],
    ['“甲公司”减持 1%', '甲公司减持１％…', true],
    ['甲公司减持', '甲公司减持，原因是要还债。', false],
  ])('%j: %j %j', (title, summary, isRepeated) => {
    expect(repeatsTitle(summary, title)).toBe(isRepeated);
  });

  test('or adds little to it, where it was made from the text', () => {
    const title = '亚星客车控股股东拟减持不超百分之一股份';
    expect(isTelling(`【${title}】亚星客车周三公告。`, title)).toBe(false);
    expect(isTelling(`【${title}】亚星客车周三晚间公告，持股三成的股东因资金需要。`, title)).toBe(true);
    expect(isTelling('亚星客车周三晚间公告，持股三成的股东因资金需要。', title)).toBe(true);
  });
});
