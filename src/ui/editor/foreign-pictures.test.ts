// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import { afterEach, expect, test } from 'vitest';
import { waitFor } from '#testing/wait-for.ts';
import type { BodyFile } from './body-file.ts';
import { toStoredHtml } from './body-html.ts';
import { extensions } from './extensions.ts';
import { ForeignPictures } from './foreign-pictures.ts';

let editor: Editor;
afterEach(() => editor.destroy());

// jsdom has no ClipboardEvent.
const pasting = new Event('paste') as ClipboardEvent;

function open() {
  const requestedUrls: string[] = [];
  const results: object[] = [];
  const importPicture = async (url: string) => {
    requestedUrls.push(url);
    if (url.includes('gone')) throw new Error('取不到图片');
    return { address: `/files/${requestedUrls.length}.webp`, width: 30, height: 20 } as BodyFile;
  };
  editor = new Editor({
    element: document.body.appendChild(document.createElement('div')),
    extensions: [
      ...extensions,
      ForeignPictures.configure({ importPicture, onDone: (count) => results.push(count) }),
    ],
    content: '<p>一</p>',
  });
  return { requestedUrls, results };
}

test('imports each foreign picture of a paste once, and keeps own pictures and those that fail', async () => {
  const { requestedUrls, results } = open();
  editor.view.pasteHTML(
    '<img src="https://mmbiz.qpic.cn/a.png" alt="图"><p>二</p><img src="https://mmbiz.qpic.cn/a.png"><img src="https://x.example/gone.png"><img src="/files/ours.png">',
    pasting,
  );
  await waitFor(() => expect(results).toEqual([{ imported: 1, failed: 1 }]));
  expect(requestedUrls.sort()).toEqual(['https://mmbiz.qpic.cn/a.png', 'https://x.example/gone.png']);
  const sources = [...toStoredHtml(editor.getHTML()).matchAll(/<img src="([^"]+)"/g)].map(([, src]) => src);
  expect(sources).toEqual([
    '/files/1.webp',
    '/files/1.webp',
    'https://x.example/gone.png',
    '/files/ours.png',
  ]);
  expect(toStoredHtml(editor.getHTML())).toContain(
    '<img src="/files/1.webp" alt="图" width="30" height="20">',
  );
});

test('imports nothing for a paste without foreign pictures', async () => {
  const { requestedUrls, results } = open();
  editor.view.pasteHTML('<p>二</p>', pasting);
  expect(toStoredHtml(editor.getHTML())).toContain('二');
  expect([requestedUrls, results]).toEqual([[], []]);
});
