import { createElement, Fragment, type ReactNode } from 'react';
import s from './message-list.module.css';

export interface Message {
  id: string;
  channel: 'sms' | 'mail';
  recipient: string;
  subject: string;
  body: string;
  /** ISO 8601. */
  createdAt: string;
}

/** Messages as they would have arrived, the newest first; codes stand out. */
export function MessageList({ messages }: { messages: readonly Message[] }) {
  return (
    <ul className={s.list} aria-label="消息">
      {messages.map(({ id, channel, recipient, subject, body, createdAt }) => (
        <li key={id} className={s.message}>
          <p className={s.head}>
            <span>{channel === 'sms' ? '短信' : '邮件'}</span>
            <span className="fig">{recipient}</span>
            <time dateTime={createdAt}>{createdAt.slice(0, 19).replace('T', ' ')}</time>
          </p>
          {subject && <p className={s.subject}>{subject}</p>}
          <p className={s.body}>{withCodes(body)}</p>
        </li>
      ))}
    </ul>
  );
}

/** The text with every run of exactly six digits set apart. */
function withCodes(text: string): ReactNode {
  const parts = text.split(/(?<!\d)(\d{6})(?!\d)/);
  const nodes = parts.map((part, place) => (place % 2 === 1 ? createElement('strong', null, part) : part));
  return createElement(Fragment, null, ...nodes);
}
