import type { TemplateSubject } from '#kernel/wechat/settings.ts';
import { toIso } from '#shared/dates.ts';
import { graphemeOffset } from '#shared/text/graphemes.ts';
import type { NoticeKind } from '../schema.ts';
import type { DeliverableRow } from './delivery-queries.ts';

const subjects: Record<NoticeKind, TemplateSubject> = {
  reply: 'talk',
  mention: 'talk',
  like: 'talk',
  followed: 'content',
  announcement: 'content',
  review: 'content',
  sale: 'account',
  expiry: 'account',
  contest: 'content',
  fill: 'content',
  system: 'account',
};

/** Which of the publisher's templates a kind of notice goes out by. */
export const subjectOf = (kind: string): TemplateSubject => subjects[kind as NoticeKind] ?? 'account';

// A field named thing… takes 20 characters; WeChat refuses a message with a longer one as a whole.
const longest = 20;

/** A notice, the last of `count`, as the fields of a template. */
export function fillTemplate(
  names: Readonly<Partial<Record<'title' | 'body' | 'time', string>>>,
  { title, body, told_at }: Pick<DeliverableRow, 'title' | 'body' | 'told_at'>,
  count: number,
): Record<string, string> {
  const more = count > 1 ? `等 ${count} 条：` : '';
  const values = {
    title: shorten(`${more}${title}`),
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
  return graphemeOffset(line, longest) < line.length
    ? `${line.slice(0, graphemeOffset(line, longest - 1))}…`
    : line;
}
