import { expect, test } from 'vitest';
import {
  checkEmbed,
  isAudioAddress,
  playerAddress,
  playerOrigins,
  readEmbedAddress,
  videoPage,
} from './embeds.ts';

test.each([
  ['https://www.bilibili.com/video/BV1GJ411x7h7/?spm_id_from=333.999', 'bilibili', 'BV1GJ411x7h7'],
  ['http://bilibili.com/video/bv1GJ411x7h7', 'bilibili', 'BV1GJ411x7h7'],
  ['https://m.bilibili.com/video/BV1GJ411x7h7?p=3', 'bilibili', 'BV1GJ411x7h7?p=3'],
  ['https://www.bilibili.com/video/av170001?p=1', 'bilibili', 'av170001'],
  ['https://b23.tv/BV1GJ411x7h7', 'bilibili', 'BV1GJ411x7h7'],
  ['//player.bilibili.com/player.html?isOutside=true&bvid=BV1GJ411x7h7&p=2', 'bilibili', 'BV1GJ411x7h7?p=2'],
  ['https://player.bilibili.com/player.html?aid=170001&cid=279786', 'bilibili', 'av170001'],
  ['https://v.qq.com/x/page/t0922htc5no.html', 'tencent', 't0922htc5no'],
  ['https://v.qq.com/x/cover/mzc0020006aw1mn/u0033nvzb5v.html?ptag=1', 'tencent', 'u0033nvzb5v'],
  ['https://m.v.qq.com/x/m/play?cid=mzc0020006aw1mn&vid=u0033nvzb5v', 'tencent', 'u0033nvzb5v'],
  ['https://m.v.qq.com/x/page/t/0/9/t0922htc5no.html', 'tencent', 't0922htc5no'],
  ['https://v.qq.com/txp/iframe/player.html?vid=e0765g3w2a9', 'tencent', 'e0765g3w2a9'],
  ['https://v.youku.com/v_show/id_XMzgxNzMwMDcyOA==.html?spm=a', 'youku', 'XMzgxNzMwMDcyOA=='],
  ['https://v.youku.com/video?vid=XNTg2NjA3NjQw', 'youku', 'XNTg2NjA3NjQw'],
  ['https://m.youku.com/video/id_XNTg2NjA3NjQw.html', 'youku', 'XNTg2NjA3NjQw'],
  ['//player.youku.com/embed/XMzgxNzMwMDcyOA==', 'youku', 'XMzgxNzMwMDcyOA=='],
])('reads %s', (address, provider, video) => {
  const embed = readEmbedAddress(`  ${address}\n`);
  expect(embed).toEqual({ provider, video });
  if (!embed) return;
  // Both addresses of a video lead back to it, and only listed origins are framed.
  expect(readEmbedAddress(videoPage(embed))).toEqual(embed);
  expect(readEmbedAddress(playerAddress(embed))).toEqual(embed);
  expect(playerOrigins).toContain(new URL(playerAddress(embed)).origin);
});

test.each([
  'https://www.bilibili.com.evil.example/video/BV1GJ411x7h7',
  'https://evil.example/https://www.bilibili.com/video/BV1GJ411x7h7',
  'https://www.bilibili.com@evil.example/video/BV1GJ411x7h7',
  'https://user@www.bilibili.com/video/BV1GJ411x7h7',
  'https://www.bilibili.com:8443/video/BV1GJ411x7h7',
  'https://xwww.bilibili.com/video/BV1GJ411x7h7',
  'https://www.bilibili.com/video/BV1GJ411x7h7/../../x',
  'https://www.bilibili.com/video/BV1GJ411x7h7"onload="x()',
  'https://b23.tv/AbCdEf1',
  'https://player.bilibili.com/other.html?bvid=BV1GJ411x7h7',
  'https://v.qq.com/x/cover/mzc0020006aw1mn.html',
  'https://v.qq.com/txp/iframe/player.html?vid=e0765g3w2a9%26x=1',
  'https://player.youku.com/embed/../evil',
  'javascript:alert(1)//www.bilibili.com/video/BV1GJ411x7h7',
  'data:text/html,https://v.qq.com/x/page/t0922htc5no.html',
  'ftp://v.qq.com/x/page/t0922htc5no.html',
  '<iframe src="//player.bilibili.com/player.html?bvid=BV1GJ411x7h7"></iframe>',
  'https://constructor/video/BV1GJ411x7h7',
  '',
])('does not take %s for a video', (address) => {
  expect(readEmbedAddress(address)).toBeUndefined();
});

test('accepts stored ids in their canonical form only', () => {
  expect(checkEmbed('bilibili', 'BV1GJ411x7h7?p=2')).toBeDefined();
  for (const video of ['bv1GJ411x7h7', 'BV1GJ411x7h7&x=1', 'BV1GJ411x7h7?p=0', 'av01', '"', null])
    expect(checkEmbed('bilibili', video)).toBeUndefined();
  expect(checkEmbed('youtube', 'abc')).toBeUndefined();
});

test.each([
  ['https://cdn.example/a/节目.mp3?x=1', true],
  ['https://cdn.example/a.M4A', true],
  ['http://cdn.example/a.mp3', false],
  ['https://cdn.example/a.html?x=.mp3', false],
  ['javascript:x.mp3', false],
])('decides whether %s is audio: %s', (address, expected) => {
  expect(isAudioAddress(address)).toBe(expected);
});
