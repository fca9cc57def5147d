// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import { afterEach, expect, test, vi } from 'vitest';
import type { BodyFile } from './body-file.ts';
import { toStored } from './body-html.ts';
import { extensions } from './extensions.ts';
import { ForeignPictures } from './foreign-pictures.ts';

let editor: Editor;
afterEach(() => editor.destroy());

// jsdom has no event of this kind.
const pasting = new Event('paste') as ClipboardEvent;

function open() {
  const asked: string[] = [];
  const told: object[] = [];
  const bring = async (url: string) => {
    asked.push(url);
    if (url.includes('gone')) throw new Error('取不到图片');
    return { address: `/files/${asked.length}.webp`, width: 30, height: 20 } as BodyFile;
  };
  editor = new Editor({
    element: document.body.appendChild(document.createElement('div')),
    extensions: [...extensions, ForeignPictures.configure({ bring, tell: (count) => told.push(count) })],
    content: '<p>一</p>',
  });
  return { asked, told };
}

test('pasted pictures of other sites become ours, each asked for once; what cannot be had and ours stay', async () => {
  const { asked, told } = open();
  editor.view.pasteHTML(
    '<img src="https://mmbiz.qpic.cn/a.png" alt="图"><p>二</p><img src="https://mmbiz.qpic.cn/a.png"><img src="https://x.example/gone.png"><img src="/files/ours.png">',
    pasting,
  );
  await vi.waitFor(() => expect(told).toEqual([{ brought: 1, failed: 1 }]));
  expect(asked.sort()).toEqual(['https://mmbiz.qpic.cn/a.png', 'https://x.example/gone.png']);
  const sources = [...toStored(editor.getHTML()).matchAll(/<img src="([^"]+)"/g)].map(([, src]) => src);
  expect(sources).toEqual([
    '/files/1.webp',
    '/files/1.webp',
    'https://x.example/gone.png',
    '/files/ours.png',
  ]);
  expect(toStored(editor.getHTML())).toContain('<img src="/files/1.webp" alt="图" width="30" height="20">');
});

test('a paste without them asks for nothing', async () => {
  const { asked, told } = open();
  editor.view.pasteHTML('<p>二</p>', pasting);
  expect(toStored(editor.getHTML())).toContain('二');
  expect([asked, told]).toEqual([[], []]);
});
