import { holds } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { forbidden, notFound } from '#kernel/errors.ts';
import type { Origin } from '#kernel/http/calls.ts';
import { toIso } from '#shared/dates.ts';
import { listMessages } from './queries.ts';
import type { OutboxMessage } from './schema.ts';

const most = 50;

/**
 * The newest 50 messages, for an administrator or whoever sits at this machine: they hold other people's codes.
 * @throws notFound where messages are really sent, forbidden for everybody else
 */
export async function readOutbox(
  { actor, db }: Context,
  { isLocal }: Pick<Origin, 'isLocal'>,
  isShown: Promise<boolean>,
): Promise<OutboxMessage[]> {
  if (!(await isShown)) throw notFound('短信与邮件由真实渠道发送，没有发件箱');
  if (!isLocal && !holds(actor, '*')) throw forbidden('发件箱只供管理员，或在本机上查看');
  return (await listMessages(db, most)).map(({ id, channel, recipient, subject, body, created_at }) => ({
    id,
    channel: channel as OutboxMessage['channel'],
    recipient,
    subject,
    body,
    createdAt: toIso(created_at),
  }));
}
