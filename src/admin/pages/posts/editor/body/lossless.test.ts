// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Editor } from '@tiptap/core';
import { expect, test } from 'vitest';
import { prepareBody } from '#features/posts/index.ts';
import { toEditor, toStored } from './body-html.ts';
import { extensions } from './extensions.ts';

const folder = join(process.cwd(), 'db/seeds/demo/posts');
const pieces = readdirSync(folder).map((name) => ({
  name,
  body: readFileSync(join(folder, name), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, ''),
}));

// A picture alone in a paragraph becomes a figure, so that it can have a caption; nothing else changes.
const framed = (html: string) => html.replace(/<p>(<img [^>]*>)<\/p>/g, '<figure class="figure">$1</figure>');

test.each(pieces)('$name opens and closes as what it was', ({ body }) => {
  const { html, sourceHtml } = prepareBody({ body, format: 'markdown' });
  const editor = new Editor({ extensions, content: toEditor(sourceHtml ?? html) });
  const again = prepareBody({ body: toStored(editor.getHTML()), format: 'html' });
  editor.destroy();
  expect(again.html).toBe(framed(html));
  expect(again.sourceHtml).toBe(sourceHtml && framed(sourceHtml));
});
