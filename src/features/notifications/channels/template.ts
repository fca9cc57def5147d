import type { TemplateSubject } from '#kernel/wechat/settings.ts';
import { toIso } from '#shared/dates.ts';
import { graphemeOffset } from '#shared/text/graphemes.ts';
import type { NoticeKind } from '../schema.ts';
import type { DeliverableRow } from './delivery-queries.ts';

const subjectByKind: Record<NoticeKind, TemplateSubject> = {
  reply: 'talk',
  mention: 'talk',
  like: 'talk',
  followed: 'content',
  watched: 'content',
  announcement: 'content',
  review: 'content',
  sale: 'account',
  expiry: 'account',
  contest: 'content',
  fill: 'content',
  system: 'account',
};

/** Maps a kind of notice to one of the publisher's WeChat templates. */
export const subjectOf = (kind: string): TemplateSubject => subjectByKind[kind as NoticeKind] ?? 'account';

// A field named thing… takes 20 characters; WeChat rejects the whole message if one is longer.
const maxLength = 20;

/** Fills the fields of a template with a notice, the newest of `count`. */
export function fillTemplate(
  names: Readonly<Partial<Record<'title' | 'body' | 'time', string>>>,
  { title, body, told_at }: Pick<DeliverableRow, 'title' | 'body' | 'told_at'>,
  count: number,
): Record<string, string> {
  const prefix = count > 1 ? `等 ${count} 条：` : '';
  const values = {
    title: shorten(`${prefix}${title}`),
    body: shorten(body.trim() || '点开查看'),
    time: toIso(told_at).slice(0, 16).replace('T', ' '),
  };
  return Object.fromEntries(
    (['title', 'body', 'time'] as const).flatMap((part) => {
      const name = names[part];
      return name ? [[name, values[part]]] : [];
    }),
  );
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return graphemeOffset(line, maxLength) < line.length
    ? `${line.slice(0, graphemeOffset(line, maxLength - 1))}…`
    : line;
}
