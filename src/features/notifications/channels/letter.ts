import type { MailMessage } from '#kernel/mail/sender.ts';
import { noticeKinds } from '../policy.ts';
import type { DeliverableRow } from './delivery-queries.ts';

type Surroundings = { siteName: string; site: string; unsubscribe: string };

/** The letter that says one notice, or several of a kind at once; `notices` the last first, at least one. */
export function writeLetter(
  notices: readonly DeliverableRow[],
  { siteName, site, unsubscribe }: Surroundings,
): Pick<MailMessage, 'subject' | 'text'> {
  const [first] = notices;
  if (!first) throw new Error('a letter says something');
  const label = noticeKinds.find(({ kind }) => kind === first.kind)?.label ?? '通知';
  const subject = notices.length === 1 ? first.title : `${first.title}（共 ${notices.length} 条）`;
  const foot = [
    '——',
    `这封邮件来自${siteName}，因为你打开了「${label}」的邮件提醒。`,
    `不想再收到这一类：${unsubscribe}`,
    `全部通知设置：${site}/personal/notices`,
  ];
  return {
    subject: oneLine(subject),
    text: `${[...notices.map((notice) => sayNotice(notice, site)), foot.join('\n')].join('\n\n')}\n`,
  };
}

function sayNotice({ title, body, link }: DeliverableRow, site: string): string {
  const address = link === '' ? '' : link.startsWith('/') ? site + link : link;
  return [title, body, address].filter((line) => line !== '').join('\n');
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 200);
