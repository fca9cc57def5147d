import { type CheckedPart, checkWords } from '#features/moderation/index.ts';
import type { WordHit } from '#features/moderation/words/schema.ts';
import type { Context } from '#kernel/context.ts';
import { invalid } from '#kernel/errors.ts';
import { prepareBody } from '../body/index.ts';
import type { Content } from './schema.ts';

/** The sensitive words of everything in a version that readers or search engines see. */
export const findHits = async (ctx: Context, content: Content): Promise<WordHit[]> =>
  checkWords(ctx, await partsOf(content));

/** @throws invalid naming the words that must not be published and where they stand */
export function refuseBlocked(hits: readonly WordHit[]): void {
  const blocked = hits.filter(({ level }) => level === 'block');
  if (blocked.length === 0) return;
  const named = blocked.slice(0, mostNamed).map(({ found, label }) => `“${found}”（${label}）`);
  const rest = blocked.length > mostNamed ? `等 ${blocked.length} 处` : '';
  throw invalid(`含有禁止发布的词：${named.join('、')}${rest}，请修改后再发布`);
}

const mostNamed = 5;

async function partsOf(content: Content): Promise<CheckedPart[]> {
  // Of the whole: where the teaser ends may be in the middle of a word.
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
