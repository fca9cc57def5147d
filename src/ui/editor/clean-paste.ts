import { toEditorHtml } from './body-html.ts';
import { keyFootnotes, readFootnotes } from './paste/footnotes.ts';
import { levelPastedHeadings, readStyledHeadings } from './paste/headings.ts';
import { readFrames, readPictures } from './paste/pictures.ts';
import { rebuild } from './paste/rebuild.ts';
import { isFromWeChat, readWeChatHeadings } from './paste/wechat.ts';
import { readWordLists } from './paste/word-lists.ts';
import { readWordStyles } from './paste/word-styles.ts';
import { joinWrappedLists } from './paste/wrapped-lists.ts';

const allowedAttributes = new Set(
  'href src alt title width height colspan rowspan start reversed type id poster data-size data-tex data-callout data-paywall data-pm-slice data-embed data-video data-note-key'.split(
    ' ',
  ),
);
const allowedClasses =
  /^(?:fn|num|rise|fall|math|callout|han|han-paren|(?:figure )?(?:gallery|bookmark|w50|w75))$/;

/**
 * Converts pasted markup of Word, WPS, WeChat, Feishu, Google Docs, LibreOffice or any page to what the editor knows. Each
 * step takes linear time and loses no visible text except numbers and bullets that become those of a list. Not a
 * security boundary: the server sanitises every body.
 */
export function cleanPaste(html: string): string {
  const isWeChat = isFromWeChat(html);
  const document = new DOMParser().parseFromString(toEditorHtml(html), 'text/html');
  const { body } = document;
  // WeChat's editor is ProseMirror, too; its slices have another schema.
  if (isWeChat)
    for (const slice of body.querySelectorAll('[data-pm-slice]')) slice.removeAttribute('data-pm-slice');
  const styles = readWordStyles(document);
  readPictures(body);
  readFrames(body);
  readFootnotes(body);
  readStyledHeadings(body, styles);
  if (isWeChat) readWeChatHeadings(body);
  readWordLists(body, styles);
  joinWrappedLists(body);
  levelPastedHeadings(body);
  keyFootnotes(body);
  const clean = rebuild(body, { attributes: allowedAttributes, classes: allowedClasses });
  for (const block of clean.querySelectorAll('p, h2, h3, h4, div:empty'))
    if (
      !block.textContent?.trim() &&
      !block.querySelector('img, video, audio, iframe, [data-tex]') &&
      !isMark(block)
    )
      block.remove();
  return clean.innerHTML;
}

const isMark = (block: Element): boolean =>
  block.hasAttribute('data-paywall') || block.hasAttribute('data-tex');
