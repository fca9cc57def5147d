import { checkWords } from '#features/moderation/index.ts';
import type { WordHit } from '#features/moderation/words/schema.ts';
import type { Context } from '#kernel/context.ts';
import { invalid } from '#kernel/errors.ts';
import { type PreparedBody, prepareBody } from '../body/index.ts';
import type { Content } from './schema.ts';

type Checked = Pick<Content, 'title' | 'summary' | 'tags'> & Partial<Content>;

/** Finds sensitive words in all parts of a version that readers or search engines see. `body`: its body, if prepared. */
export async function findWordHits(
  ctx: Context,
  { title, summary, html = '', tags, seoTitle = '', seoDescription = '' }: Checked,
  body?: PreparedBody,
): Promise<WordHit[]> {
  // Checks the whole text, because the end of the teaser may split a word.
  const { text } = body ?? (await prepareBody({ body: html, format: 'html' }));
  return checkWords(ctx, [
    { field: 'title', label: '标题', text: title },
    { field: 'summary', label: '摘要', text: summary },
    { field: 'html', label: '正文', text },
    { field: 'tags', label: '标签', text: tags.join('\n') },
    { field: 'seoTitle', label: '搜索标题', text: seoTitle },
    { field: 'seoDescription', label: '搜索描述', text: seoDescription },
  ]);
}

/** @throws invalid naming the blocked words and their places */
export function refuseBlockedWords(hits: readonly WordHit[]): void {
  const blocked = hits.filter(({ level }) => level === 'block');
  if (blocked.length === 0) return;
  const named = blocked.slice(0, maxNamed).map(({ found, label }) => `“${found}”（${label}）`);
  const rest = blocked.length > maxNamed ? `等 ${blocked.length} 处` : '';
  throw invalid(`含有禁止发布的词：${named.join('、')}${rest}，请修改后再发布`);
}

const maxNamed = 5;
