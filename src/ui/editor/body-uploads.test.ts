// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import { afterEach, expect, test, vi } from 'vitest';
import { createUploads } from '../uploads/uploads.ts';
import type { ArrivedFile, BodyFile } from './body-file.ts';
import { toStored } from './body-html.ts';
import { BodyUploads, placeBeside, settleUpload, uploadInto } from './body-uploads.ts';
import { extensions } from './extensions.ts';

let editor: Editor;
afterEach(() => editor.destroy());

const itemOf = (name: string, kind: BodyFile['kind'] = 'image') =>
  ({ kind, name, alt: '', address: `/files/${name}`, width: null, height: null, bytes: 7 }) as BodyFile;

/** An editor whose uploads are answered by hand. */
function open(html: string) {
  const sent: { name: string; arrive: (item?: BodyFile) => void; fail: () => void }[] = [];
  const lost: string[] = [];
  const uploads = createUploads<ArrivedFile>({
    send: ({ name }) =>
      new Promise((resolve, reject) => {
        const arrive = (item = itemOf(name)) => resolve({ item, isNew: true } as ArrivedFile);
        sent.push({ name, arrive, fail: () => reject(new Error('网络连接错误！')) });
      }),
    onDone: ({ item }, key) => {
      if (!settleUpload(editor.view, key, item)) lost.push(item.name);
    },
    explain: (error) => ({ fault: (error as Error).message, isRefused: false }),
  });
  editor = new Editor({
    element: document.body.appendChild(document.createElement('div')),
    extensions: [...extensions, BodyUploads.configure({ uploads })],
    content: html,
  });
  const put = (at: number, ...names: string[]) =>
    uploadInto(
      editor.view,
      uploads,
      names.map((name) => new File(['x'], name)),
      placeBeside(editor.state, at),
    );
  const stored = () => toStored(editor.getHTML());
  const box = () => editor.view.dom.querySelector<HTMLElement>('.upload');
  return { uploads, sent, lost, put, stored, box };
}

test('while a picture is on its way the body holds nothing of it, and then the picture behind its block', async () => {
  const { sent, put, stored, box } = open('<p>一二</p><p>三</p>');
  put(2, 'a.png');
  expect(stored()).toBe('<p>一二</p><p>三</p>');
  expect(box()?.textContent).toContain('a.png');
  sent[0]?.arrive();
  await vi.waitFor(() =>
    expect(stored()).toBe('<p>一二</p><figure><img src="/files/a.png" alt=""></figure><p>三</p>'),
  );
  expect(box()).toBeNull();
});

test('what is written meanwhile moves its place along', async () => {
  const { sent, put, stored } = open('<p>一</p><p>二</p>');
  put(1, 'a.png');
  editor.commands.insertContentAt(0, '<p>零</p>');
  sent[0]?.arrive();
  await vi.waitFor(() => expect(stored()).toMatch(/^<p>零<\/p><p>一<\/p><figure>.*<p>二<\/p>$/));
});

test('pictures put in together keep their order, whichever arrives first, and take the empty line', async () => {
  const { sent, put, stored } = open('<p></p>');
  put(1, 'a.png', 'b.png');
  sent[1]?.arrive();
  await vi.waitFor(() => expect(stored()).toContain('b.png'));
  sent[0]?.arrive();
  await vi.waitFor(() => expect(stored().match(/\w\.png/g)).toEqual(['a.png', 'b.png']));
  expect(stored()).not.toContain('<p></p><figure>');
});

test('one that fails waits in its box with what to do, and is put in when it is tried again', async () => {
  const { sent, put, stored, box } = open('<p>一</p>');
  put(1, 'a.png');
  sent[0]?.fail();
  await vi.waitFor(() => expect(box()?.textContent).toContain('没有传上去：网络连接错误！'));
  const [retry] = box()?.querySelectorAll('button') ?? [];
  expect(retry?.hidden).toBe(false);
  retry?.click();
  sent[1]?.arrive();
  await vi.waitFor(() => expect(stored()).toContain('/files/a.png'));
});

test('films and files become what they are', async () => {
  const { sent, put, stored } = open('<p>一</p>');
  put(1, 'a.mp4');
  sent[0]?.arrive(itemOf('a.mp4', 'video'));
  await vi.waitFor(() => expect(stored()).toContain('<video src="/files/a.mp4" controls=""></video>'));
  put(1, '年报.pdf');
  sent[1]?.arrive(itemOf('年报.pdf', 'file'));
  await vi.waitFor(() =>
    expect(stored()).toContain(
      '<p><a data-size="7" href="/files/年报.pdf?name=%E5%B9%B4%E6%8A%A5.pdf">年报.pdf</a></p>',
    ),
  );
});

test('where its place was deleted meanwhile, it says so and leaves the body alone', async () => {
  const { sent, lost, put, stored } = open('<p>一</p><p>二</p><p>三</p>');
  put(4, 'a.png');
  editor.commands.deleteRange({ from: 1, to: editor.state.doc.content.size - 1 });
  sent[0]?.arrive();
  await vi.waitFor(() => expect(lost).toEqual(['a.png']));
  expect(stored()).not.toContain('img');
});

test('a pasted picture is uploaded; the picture that Word brings beside its text is not', () => {
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
