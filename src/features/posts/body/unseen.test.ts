import { describe, expect, test } from 'vitest';
import { missingPicture, missingVideo, nameUnseen } from '#shared/unseen.ts';
import { prepareBodySync } from './prepare-body.ts';

const listOf = (body: string) => prepareBodySync({ body, format: 'html' }).unseen;

describe('what readers will not see of a body', () => {
  test.each([
    [
      'a picture of another site',
      '<img src="https://mmbiz.qpic.cn/a.png" alt="营收">',
      '图片“营收”（mmbiz.qpic.cn）',
    ],
    ['one without a scheme', '<img src="//mmbiz.qpic.cn/a.png">', '图片（mmbiz.qpic.cn）'],
    ['one relative to nothing', '<p>字<img src="images/a.png">字</p>', '图片（images/a.png）'],
    [
      'one in a gallery, behind the paywall mark',
      '<p>字</p><!--paywall--><figure class="gallery"><figure><img src="/files/a.webp"></figure><figure><img src="http://x.example/b.png" alt="乙"></figure></figure>',
      '图片“乙”（x.example）',
    ],
    [
      "a card's picture",
      '<figure class="bookmark"><a href="https://x.example/">题</a><img src="https://x.example/c.png"></figure>',
      '图片（x.example）',
    ],
    [
      'a video of another site',
      '<video src="https://mpvideo.qpic.cn/a.mp4"></video>',
      '视频或音频（mpvideo.qpic.cn）',
    ],
    [
      'a source of a video',
      '<video><source src="https://x.example/a.mp4"></video>',
      '视频或音频（x.example）',
    ],
    [
      'a link that an import left',
      '<p><a href="https://x.example/a.png">图片：营收</a></p>',
      '没有取到的图片“营收”（x.example）',
    ],
    [
      'a note for a picture',
      `<p><strong>${missingPicture('图 1 & 2')}</strong></p>`,
      missingPicture('图 1 & 2'),
    ],
    [
      'a long text alternative by its beginning',
      `<img src="https://x.example/a.png" alt="${'图'.repeat(90)}">`,
      `图片“${'图'.repeat(39)}…”（x.example）`,
    ],
    ['a note for a video', `<p>字${missingVideo}</p>`, missingVideo],
  ])('names %s', (_, html, name) => {
    expect(listOf(html).map(nameUnseen)).toEqual([name]);
  });

  test.each([
    ['own files', '<img src="/files/a.webp"><video src="/files/a.mp4"></video>'],
    ['audio of another site, which plays', '<audio src="https://x.example/a.mp3"></audio>'],
    ['a known player', '<iframe src="https://v.qq.com/txp/iframe/player.html?vid=a1234567890"></iframe>'],
    ['a link', '<a href="https://x.example/a.png">图片说明</a>'],
  ])('names nothing of %s', (_, html) => expect(listOf(html)).toEqual([]));

  test('names a picture that is shown twice once', () => {
    const image = '<img src="https://x.example/a.png">';
    expect(listOf(image + image)).toHaveLength(1);
  });
});
