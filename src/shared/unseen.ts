import { excerpt } from './text/excerpt.ts';

/**
 * What readers will not see of a post. `picture`, `cover`: pages show only pictures of this site. `player`: a file of
 * another site, which is removed. `link`: a picture that an import could not fetch. `note`: a place where a paste lost a
 * picture or video; its `name` is the text there.
 */
export type Unseen = {
  kind: 'picture' | 'cover' | 'player' | 'link' | 'note';
  address: string;
  name: string;
};

/** Notes that stand in a body where a paste could not bring a picture or video, until the writer replaces them. */
export const missingPicture = (name: string): string =>
  `〔缺图：${name.replace(/[〔〕]/g, ' ')}，请在这里上传〕`;
export const missingVideo = '〔缺视频，请在这里嵌入或上传〕';

/** Finds these notes in a text. */
export const missingNotes = /〔缺图：[^〔〕]{1,200}，请在这里上传〕|〔缺视频，请在这里嵌入或上传〕/g;

/** The text of a link that an import leaves in place of a picture it could not fetch. */
export const pictureLinkText = /^图片(?:：.*)?$/s;

const kindNames = { picture: '图片', cover: '封面', player: '视频或音频', link: '没有取到的图片' } as const;

/** In graphemes: a text alternative may be as long as a paragraph. */
const maxNamed = 40;

/** Names such a part for people: what it is, what it shows and where it comes from. */
export function nameUnseen({ kind, address, name }: Unseen): string {
  if (kind === 'note') return excerpt(name, 2 * maxNamed);
  const source = excerpt(URL.parse(address)?.host ?? address, maxNamed);
  return `${kindNames[kind]}${name ? `“${excerpt(name, maxNamed)}”` : ''}（${source}）`;
}
