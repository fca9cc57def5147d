// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import { afterEach, expect, test } from 'vitest';
import { waitFor } from '#testing/wait-for.ts';
import { createUploads } from '../uploads/uploads.ts';
import { posAfterBlock } from './blocks/insert-block.ts';
import type { BodyFile, UploadedBodyFile } from './body-file.ts';
import { toStoredHtml } from './body-html.ts';
import { BodyUploads, insertFile, insertUploaded, uploadAtCursor, uploadInto } from './body-uploads.ts';
import { extensions } from './extensions.ts';
import { EmbeddedPictures } from './paste/embedded-pictures.ts';

let editor: Editor;
afterEach(() => editor.destroy());

const itemOf = (name: string, kind: BodyFile['kind'] = 'image') =>
  ({ kind, name, alt: '', address: `/files/${name}`, width: null, height: null, bytes: 7 }) as BodyFile;

/** Opens an editor whose uploads the test completes by hand. */
function open(html: string) {
  const sent: { name: string; arrive: (item?: BodyFile) => void; fail: () => void }[] = [];
  const lostFiles: string[] = [];
  const uploads = createUploads<UploadedBodyFile>({
    send: ({ name }) =>
      new Promise((resolve, reject) => {
        const arrive = (item = itemOf(name)) => resolve({ item, isNew: true } as UploadedBodyFile);
        sent.push({ name, arrive, fail: () => reject(new Error('网络连接错误！')) });
      }),
    onDone: ({ item }, key) => {
      if (!insertUploaded(editor.view, key, item)) lostFiles.push(item.name);
    },
    explain: (error) => ({ error: (error as Error).message, isRefused: false }),
  });
  editor = new Editor({
    element: document.body.appendChild(document.createElement('div')),
    extensions: [...extensions, BodyUploads.configure({ uploads }), EmbeddedPictures.configure({ uploads })],
    content: html,
  });
  const upload = (at: number, ...names: string[]) =>
    uploadInto(
      editor.view,
      uploads,
      names.map((name) => new File(['x'], name)),
      posAfterBlock(editor.state.doc, at),
    );
  const stored = () => toStoredHtml(editor.getHTML());
  const box = () => editor.view.dom.querySelector<HTMLElement>('.upload');
  return { uploads, sent, lostFiles, upload, stored, box };
}

test('keeps the body unchanged during an upload, then inserts the picture behind its block', async () => {
  const { sent, upload, stored, box } = open('<p>一二</p><p>三</p>');
  upload(2, 'a.png');
  expect(stored()).toBe('<p>一二</p><p>三</p>');
  expect(box()?.textContent).toContain('a.png');
  sent[0]?.arrive();
  await waitFor(() =>
    expect(stored()).toBe('<p>一二</p><figure><img src="/files/a.png" alt=""></figure><p>三</p>'),
  );
  expect(box()).toBeNull();
});

test('moves the insert position along with text written during the upload', async () => {
  const { sent, upload, stored } = open('<p>一</p><p>二</p>');
  upload(1, 'a.png');
  editor.commands.insertContentAt(0, '<p>零</p>');
  sent[0]?.arrive();
  await waitFor(() => expect(stored()).toMatch(/^<p>零<\/p><p>一<\/p><figure>.*<p>二<\/p>$/));
});

test('keeps the order of pictures added together, regardless of arrival, and replaces the empty line', async () => {
  const { sent, upload, stored } = open('<p></p>');
  upload(1, 'a.png', 'b.png');
  sent[1]?.arrive();
  await waitFor(() => expect(stored()).toContain('b.png'));
  sent[0]?.arrive();
  await waitFor(() => expect(stored().match(/\w\.png/g)).toEqual(['a.png', 'b.png']));
  expect(stored()).not.toContain('<p></p><figure>');
});

test('keeps a failed upload in its box with actions, and inserts it after a successful retry', async () => {
  const { sent, upload, stored, box } = open('<p>一</p>');
  upload(1, 'a.png');
  sent[0]?.fail();
  await waitFor(() => expect(box()?.textContent).toContain('没有传上去：网络连接错误！'));
  const [retry] = box()?.querySelectorAll('button') ?? [];
  expect(retry?.hidden).toBe(false);
  retry?.click();
  sent[1]?.arrive();
  await waitFor(() => expect(stored()).toContain('/files/a.png'));
});

test('inserts videos as players and other files as links', async () => {
  const { sent, upload, stored } = open('<p>一</p>');
  upload(1, 'a.mp4');
  sent[0]?.arrive(itemOf('a.mp4', 'video'));
  await waitFor(() => expect(stored()).toContain('<video src="/files/a.mp4" controls=""></video>'));
  upload(1, '年报.pdf');
  sent[1]?.arrive(itemOf('年报.pdf', 'file'));
  await waitFor(() =>
    expect(stored()).toContain(
      '<p><a data-size="7" href="/files/年报.pdf?name=%E5%B9%B4%E6%8A%A5.pdf">年报.pdf</a></p>',
    ),
  );
});

test('reports an upload whose position was deleted, and leaves the body unchanged', async () => {
  const { sent, lostFiles, upload, stored } = open('<p>一</p><p>二</p><p>三</p>');
  upload(4, 'a.png');
  editor.commands.deleteRange({ from: 1, to: editor.state.doc.content.size - 1 });
  sent[0]?.arrive();
  await waitFor(() => expect(lostFiles).toEqual(['a.png']));
  expect(stored()).not.toContain('img');
});

test('uploads a pasted picture, but not the picture that Word adds to copied text', () => {
  const { sent } = open('<p>一</p>');
  const paste = (html: string) => {
    const files = [new File(['x'], 'a.png', { type: 'image/png' })];
    const clipboardData = {
      files,
      getData: (type: string) => (type === 'text/html' ? html : ''),
      types: ['Files'],
    };
    const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData });
    return editor.view.someProp('handlePaste', (handle) =>
      handle(editor.view, event as unknown as ClipboardEvent, editor.state.doc.slice(0, 0)),
    );
  };
  expect(paste('')).toBe(true);
  expect(paste('<meta charset="utf-8"><img src="https://a.example/x.png">')).toBe(true);
  expect(paste('<p>从 Word 来的</p>')).not.toBe(true);
  expect(sent).toHaveLength(2);
});

test('uploads a picture that a paste contains as data, in its place', async () => {
  const { sent, stored } = open('<p>一</p>');
  editor.commands.setTextSelection(2);
  const html = '<p>甲</p><img src="data:image/png;base64,iVBORw0KGgo="><p>乙</p>';
  editor.view.pasteHTML(html, new Event('paste') as ClipboardEvent);
  await expect.poll(() => sent.map(({ name }) => name)).toEqual(['图片.png']);
  expect(stored()).not.toContain('data:');
  sent[0]?.arrive(itemOf('a.png'));
  await expect.poll(stored).toContain('<img src="/files/a.png"');
  expect(stored().replace(/<figure>.*<\/figure>/, '|')).toBe('<p>一甲</p>|<p>乙</p>');
});

const captioned = (src: string) => `<figure><img src="${src}" alt=""><figcaption>注</figcaption></figure>`;

test('replaces a selected picture or attachment by a chosen file of its kind, and keeps the caption', () => {
  const { stored } = open(
    `<p>一</p>${captioned('/files/old.png')}<p><a href="/files/a.pdf" data-size="1">a.pdf</a>。</p>`,
  );
  editor.commands.setNodeSelection(3);
  insertFile(editor, itemOf('new.png'));
  expect(stored()).toContain(`<p>一</p>${captioned('/files/new.png')}<p>`);
  editor.commands.setTextSelection({ from: 7, to: 12 });
  insertFile(editor, itemOf('b.pdf', 'file'));
  expect(stored()).toMatch(/<p><a [^>]*b\.pdf[^>]*>b\.pdf<\/a>。<\/p>$/);
  editor.commands.setNodeSelection(3);
  insertFile(editor, itemOf('c.mp4', 'video'));
  expect(stored()).toContain('/files/new.png');
});

test('uploads a single picture into a selected one', async () => {
  const { sent, stored, uploads } = open(`<p>一</p>${captioned('/files/old.png')}`);
  editor.commands.setNodeSelection(3);
  uploadAtCursor(editor.view, uploads, [new File(['x'], 'new.png', { type: 'image/png' })]);
  await expect.poll(() => sent).toHaveLength(1);
  sent[0]?.arrive();
  await expect.poll(stored).toBe(`<p>一</p>${captioned('/files/new.png')}`);
});
