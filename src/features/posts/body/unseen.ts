import { missingNotes, pictureLinkText, type Unseen } from '#shared/unseen.ts';
import { cleanAttrs, type LinkContext } from './attributes.ts';
import { toText } from './serialise.ts';
import type { El, Node } from './tree.ts';

/** Lists what readers will not see of a sanitised body, each address once, in order of appearance. */
export function listUnseen(tree: readonly Node[], context: LinkContext): Unseen[] {
  const found = new Map<string, Unseen>();
  const add = (kind: Unseen['kind'], address: string, name: string) => {
    const key = `${kind} ${address || name}`;
    if (!found.has(key)) found.set(key, { kind, address, name });
  };
  const walk = (nodes: readonly Node[]) => {
    for (const node of nodes)
      if (typeof node === 'string') for (const [note] of node.matchAll(missingNotes)) add('note', '', note);
      else {
        if (node.tag === 'img') {
          const src = cleanAttrs(node, context)?.src;
          if (src && !src.startsWith('/')) add('picture', src, node.attrs.alt ?? '');
        } else if (node.tag === 'video' || node.tag === 'audio') {
          const src = sourceOf(node);
          if (src && !cleanAttrs(node, context)) add('player', src, '');
        } else if (node.tag === 'a' && /^https?:/i.test(node.attrs.href ?? '')) {
          const text = toText(node.kids).trim();
          if (pictureLinkText.test(text)) add('link', node.attrs.href ?? '', text.replace(/^图片：?/, ''));
        }
        walk(node.kids);
      }
  };
  walk(tree);
  return [...found.values()];
}

const sourceOf = ({ attrs, kids }: El): string | undefined =>
  attrs.src || kids.flatMap((kid) => (typeof kid === 'string' ? [] : (kid.attrs.src ?? [])))[0];
