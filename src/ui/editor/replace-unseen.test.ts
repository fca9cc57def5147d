// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { missingPicture, missingVideo, type Unseen } from '#shared/unseen.ts';
import type { BodyFile } from './body-file.ts';
import { replaceUnseen } from './replace-unseen.ts';

const file: BodyFile = {
  kind: 'image',
  address: '/files/1.webp',
  name: 'a.webp',
  alt: '',
  width: 30,
  height: 20,
  bytes: 9,
};
const video: BodyFile = { ...file, kind: 'video', address: '/files/1.mp4', width: null, height: null };
const picture: Unseen = { kind: 'picture', address: 'https://x.example/a.png', name: '' };
const link: Unseen = { ...picture, kind: 'link' };
const player: Unseen = { ...picture, kind: 'player', address: 'https://x.example/a.mp4' };
const note: Unseen = { kind: 'note', address: '', name: missingPicture('图 1') };
const videoNote: Unseen = { kind: 'note', address: '', name: missingVideo };
const image = '<img src="https://x.example/a.png" alt="甲">';
const own = '<img src="/files/1.webp" alt="甲" width="30" height="20">';
const around = (html: string) => `<!--paywall--><p>前&amp;</p>${html}<p>后</p>`;

describe('what readers will not see is replaced, or removed, and nothing else', () => {
  test.each<[string, Unseen, string, BodyFile, string, string]>([
    [
      'a picture',
      picture,
      `<figure>${image}<figcaption>说明</figcaption></figure>`,
      file,
      `<figure>${own}<figcaption>说明</figcaption></figure>`,
      '',
    ],
    [
      'a picture without a scheme',
      picture,
      '<figure><img src="//x.example/a.png" alt="甲"></figure>',
      file,
      `<figure>${own}</figure>`,
      '',
    ],
    ['one among words', picture, `<p>一${image}二</p>`, file, `<p>一${own}二</p>`, '<p>一二</p>'],
    [
      'one of a gallery',
      picture,
      `<figure class="gallery"><figure>${image}</figure><figure><img src="/files/2.webp"></figure></figure>`,
      file,
      `<figure class="gallery"><figure>${own}</figure><figure><img src="/files/2.webp"></figure></figure>`,
      '<figure class="gallery"><figure><img src="/files/2.webp"></figure></figure>',
    ],
    [
      "a card's",
      picture,
      `<figure class="bookmark"><a href="https://x.example/">题</a>${image}</figure>`,
      file,
      `<figure class="bookmark"><a href="https://x.example/">题</a>${own}</figure>`,
      '<figure class="bookmark"><a href="https://x.example/">题</a></figure>',
    ],
    [
      'a video',
      player,
      '<video src="https://x.example/a.mp4"></video>',
      video,
      '<video src="/files/1.mp4"></video>',
      '',
    ],
    [
      'a video with sources',
      player,
      '<video><source src="https://x.example/a.mp4"></video>',
      video,
      '<video src="/files/1.mp4"></video>',
      '',
    ],
    [
      'a link',
      link,
      '<p><a href="https://x.example/a.png">图片：甲</a></p>',
      file,
      `<figure>${own}</figure>`,
      '',
    ],
    [
      'a link among words',
      link,
      '<p>一<a href="https://x.example/a.png">图片：甲</a></p>',
      file,
      `<p>一${own}</p>`,
      '<p>一</p>',
    ],
    [
      'no other link to it',
      link,
      '<p><a href="https://x.example/a.png">原图</a></p>',
      file,
      '<p><a href="https://x.example/a.png">原图</a></p>',
      '<p><a href="https://x.example/a.png">原图</a></p>',
    ],
    [
      'a note',
      note,
      `<p><strong>${note.name}</strong></p>`,
      file,
      `<figure>${own.replace('甲', '')}</figure>`,
      '',
    ],
    [
      'a note among words',
      videoNote,
      `<p>一${missingVideo}二</p>`,
      video,
      '<p>一<video src="/files/1.mp4"></video>二</p>',
      '<p>一二</p>',
    ],
  ])('%s', (_, item, html, shown, replaced, removed) => {
    expect(replaceUnseen(around(html), item, shown)).toBe(around(replaced));
    expect(replaceUnseen(around(html), item, null)).toBe(around(removed));
  });
});
