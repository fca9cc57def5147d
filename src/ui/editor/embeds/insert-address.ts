import type { Editor, JSONContent } from '@tiptap/core';
import { isAudioAddress, readEmbedAddress } from '#shared/embeds.ts';
import { insertBlock } from '../blocks/insert-block.ts';
import { servicesOf } from '../body-services.ts';
import { toBookmark } from './bookmark.ts';

/** What to do about an address that is no page of a video. */
export const videoAddressFault =
  '请粘贴视频页面的地址，如 https://www.bilibili.com/video/BV…、https://v.qq.com/x/page/….html、https://v.youku.com/v_show/id_….html';

/** The node of an address that plays in a body: the page of a video, a player, or an audio file. */
export function playerNode(address: string): JSONContent | undefined {
  const embed = readEmbedAddress(address);
  if (embed) return { type: 'embed', attrs: embed };
  return isAudioAddress(address)
    ? { type: 'player', attrs: { tag: 'audio', src: address.trim() } }
    : undefined;
}

/** Returns the address in an embed code, such as `<iframe src="…">`; undefined for any other text. */
export function addressInCode(text: string): string | undefined {
  if (!/^\s*<(?:iframe|embed|object|video|script)\b/i.test(text)) return undefined;
  return (
    new DOMParser().parseFromString(text, 'text/html').querySelector('iframe')?.getAttribute('src') ?? ''
  );
}

/** The only thing in a text that is an address, or undefined. Apps put the title before it: 【标题】 https://b23.tv/… */
export function loneAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const found = /^(?:【[^】\n]{1,200}】\s*)?(https?:\/\/\S{1,2000})$/i.exec(trimmed)?.[1];
  return found !== undefined && URL.parse(found) ? found : undefined;
}

/** Inserts a player or card after the block of the cursor, in place of an empty paragraph or of a selected one. */
export const insertEmbed = (editor: Editor, node: JSONContent | JSONContent[]): void =>
  insertBlock(editor, node, ['embed', 'bookmark', 'player']);

/**
 * Fetches a card and puts it in place of the paragraph that consists of a link to `address`; a paragraph that changed
 * meanwhile stays. A failure leaves the link and shows why. A page that turns out to be a video becomes its player.
 */
export async function replaceLinkByCard(editor: Editor, address: string): Promise<void> {
  const services = servicesOf(editor);
  if (!services) return;
  try {
    const card = await services.fetchCard(address);
    if (editor.isDestroyed) return;
    const at = findLink(editor, address);
    if (at)
      editor.commands.insertContentAt(at, playerNode(card.url) ?? toBookmark(card), {
        updateSelection: false,
      });
  } catch (error) {
    services.notify(`没有做成书签，留下了链接：${services.explain(error)}`);
  }
}

function findLink(editor: Editor, address: string): { from: number; to: number } | undefined {
  let found: { from: number; to: number } | undefined;
  editor.state.doc.descendants((node, pos) => {
    if (node.type.name === 'paragraph' && node.textContent.trim() === address)
      found = { from: pos, to: pos + node.nodeSize };
    return !node.isTextblock && !found;
  });
  return found;
}

/** Inserts a link in a paragraph, to be replaced by its card. */
export function insertCard(editor: Editor, address: string): void {
  const link = { type: 'text', text: address, marks: [{ type: 'link', attrs: { href: address } }] };
  insertEmbed(editor, [{ type: 'paragraph', content: [link] }, { type: 'paragraph' }]);
  void replaceLinkByCard(editor, address);
}
