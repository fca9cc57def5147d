// @vitest-environment jsdom
import { Editor } from '@tiptap/core';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { cleanPaste } from '../clean-paste.ts';
import { extensions } from '../extensions.ts';
import * as samples from './paste-samples.ts';

const editor = new Editor({ extensions });
afterAll(() => editor.destroy());

/** The text of a paste after the editor's schema has read it. */
function textAfterPaste(html: string): string {
  editor.commands.setContent(cleanPaste(html));
  return editor.state.doc.textContent;
}

type Sample = (text: string) => string;
const fragments: Record<string, Sample> = {
  paragraph: (text) => `<p class=MsoNormal>${text}<o:p></o:p></p>`,
  heading: (text) => `<h5>${text}</h5>`,
  styledHeading: (text) => `<p style='mso-outline-level:3'>${text}</p>`,
  item: (text) => samples.wordItem(text, '1.'),
  deepItem: (text) => samples.wordItem(text, '·', { level: 3, form: 'comment' }),
  unknownNumber: (text) => samples.wordItem(text, '第一条'),
  continuation: (text) => `<p class=MsoListParagraphCxSpMiddle>${text}</p>`,
  table: (text) => samples.wordTable(text.slice(0, 1), text.slice(1), ''),
  footnote: (text) => samples.wordFootnotes(text.slice(0, 1), text.slice(1)),
  onlineItem: (text) => samples.wordOnlineItem(text, 2, 'ul'),
  weChat: (text) => samples.weChat(text.slice(0, 1), text.slice(1)),
  feishu: (text) => samples.feishuItem(text, 'number', 2),
  task: (text) => samples.feishuItem(text, 'done'),
  google: (text) => samples.googleDocs(text),
  excel: (text) => samples.excel(text),
  libre: (text) => samples.libreOffice(text.slice(0, 1), text.slice(1)),
  wps: (text) => samples.wps(text),
  bare: (text) => `${text}<br>`,
  wrapped: (text) => `<section><div><font><b>${text}</b></font></div></section>`,
  revised: (text) => `<p><ins>${text.slice(0, 1)}</ins><del>${text.slice(1)}</del></p>`,
  misplaced: (text) => `<ul><p>${text}</p></ul>`,
  stray: (text) => `<ol><ol><li>${text}</li></ol></ol>`,
  definition: (text) => `<dl><dt>${text.slice(0, 1)}</dt><dd>${text.slice(1)}</dd></dl>`,
  code: (text) => `<pre><div>${text}</div></pre>`,
  custom: (text) => `<mp-common-product>${text}</mp-common-product>`,
};

test('loses no visible character of any mixture of pastes', () => {
  const word = fc.stringMatching(/^[甲乙丙丁戊己庚辛壬癸A-Z]{2,6}$/);
  const part = fc.tuple(fc.constantFrom(...Object.keys(fragments)), word);
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), fc.boolean(), (parts, isWord) => {
      // Every character is marked with its place, so that a lost or doubled one is found.
      const texts = parts.map(([, text], at) => `${text}${String.fromCodePoint(0x4e_00 + at + 50)}`);
      const html = parts.map(([name], at) => fragments[name]?.(texts[at] ?? '') ?? '').join('');
      const shown = textAfterPaste(isWord ? samples.wordPage(html) : html);
      const count = (text: string) => {
        const counts = new Map<string, number>();
        for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
        return counts;
      };
      const after = count(shown);
      for (const [char, times] of count(texts.join('')))
        expect(after.get(char) ?? 0).toBeGreaterThanOrEqual(times);
    }),
    { numRuns: 60 },
  );
});
