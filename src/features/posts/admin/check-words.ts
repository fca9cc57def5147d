import { type CheckedPart, checkWords } from '#features/moderation/index.ts';
import type { WordHit } from '#features/moderation/words/schema.ts';
import type { Context } from '#kernel/context.ts';
import { invalid } from '#kernel/errors.ts';
import { prepareBody } from '../body/index.ts';
import type { Content } from './schema.ts';

/** Finds sensitive words in all parts of a version that readers or search engines see. */
export const findWordHits = async (ctx: Context, content: Content): Promise<WordHit[]> =>
  checkWords(ctx, await checkedPartsOf(content));

/** @throws invalid naming the blocked words and their places */
export function refuseBlockedWords(hits: readonly WordHit[]): void {
  const blocked = hits.filter(({ level }) => level === 'block');
  if (blocked.length === 0) return;
  const named = blocked.slice(0, maxNamed).map(({ found, label }) => `“${found}”（${label}）`);
  const rest = blocked.length > maxNamed ? `等 ${blocked.length} 处` : '';
  throw invalid(`含有禁止发布的词：${named.join('、')}${rest}，请修改后再发布`);
}

const maxNamed = 5;

async function checkedPartsOf(content: Content): Promise<CheckedPart[]> {
  // Checks the whole text, because the end of the teaser may split a word.
  const { text } = await prepareBody({ body: content.html, format: 'html' });
  return [
    { field: 'title', label: '标题', text: content.title },
    { field: 'summary', label: '摘要', text: content.summary },
    { field: 'html', label: '正文', text },
    { field: 'tags', label: '标签', text: content.tags.join('\n') },
    { field: 'seoTitle', label: '搜索标题', text: content.seoTitle },
    { field: 'seoDescription', label: '搜索描述', text: content.seoDescription },
  ];
}
