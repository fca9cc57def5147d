import { type CheckedPart, checkWords } from '#features/moderation/index.ts';
import type { WordHit } from '#features/moderation/words/schema.ts';
import type { Context } from '#kernel/context.ts';
import { invalid } from '#kernel/errors.ts';
import { prepareBody } from '../body/index.ts';
import type { Content } from './schema.ts';

/** Finds sensitive words in all parts of a version that readers or search engines see. */
export const findWordHits = async (ctx: Context, content: Content): Promise<WordHit[]> =>
  // Checks the whole text, because the end of the teaser may split a word.
  findHitsInParts(ctx, {
    ...content,
    text: (await prepareBody({ body: content.html, format: 'html' })).text,
  });

/** Like `findWordHits`, for a post whose text is known. */
export const findHitsInParts = (ctx: Context, parts: WordParts): Promise<WordHit[]> =>
  checkWords(ctx, checkedPartsOf(parts));

/** @throws invalid naming the blocked words and their places */
export function refuseBlockedWords(hits: readonly WordHit[]): void {
  const blocked = hits.filter(({ level }) => level === 'block');
  if (blocked.length === 0) return;
  const named = blocked.slice(0, maxNamed).map(({ found, label }) => `“${found}”（${label}）`);
  const rest = blocked.length > maxNamed ? `等 ${blocked.length} 处` : '';
  throw invalid(`含有禁止发布的词：${named.join('、')}${rest}，请修改后再发布`);
}

const maxNamed = 5;

type WordParts = Pick<Content, 'title' | 'summary' | 'tags'> &
  Partial<Pick<Content, 'seoTitle' | 'seoDescription'>> & { text: string };

function checkedPartsOf({ title, summary, text, tags, seoTitle, seoDescription }: WordParts): CheckedPart[] {
  return [
    { field: 'title', label: '标题', text: title },
    { field: 'summary', label: '摘要', text: summary },
    { field: 'html', label: '正文', text },
    { field: 'tags', label: '标签', text: tags.join('\n') },
    { field: 'seoTitle', label: '搜索标题', text: seoTitle ?? '' },
    { field: 'seoDescription', label: '搜索描述', text: seoDescription ?? '' },
  ];
}
