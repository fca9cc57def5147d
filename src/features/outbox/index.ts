import { holds } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { forbidden, notFound } from '#kernel/errors.ts';
import { defineFeature } from '#kernel/feature.ts';
import { get, type Origin } from '#kernel/http/calls.ts';
import type { MailSender } from '#kernel/mail/sender.ts';
import { type SmsSender, smsText } from '#kernel/sms/sender.ts';
import { dayMs, toIso } from '#shared/dates.ts';
import { deleteMessagesBefore, insertMessage, listMessages } from './queries.ts';
import { type OutboxMessage, outboxMessages } from './schema.ts';

/** Whether messages are kept here now instead of sent. */
type Services = { isOutboxShown: (ctx: Context) => Promise<boolean> };

export const feature = defineFeature({
  name: 'outbox',
  routes: ({ isOutboxShown }: Services) => [
    get('/reception/outbox', {
      access: 'open',
      summary: 'The newest 50 messages that were not really sent; for an administrator or on this machine.',
      data: outboxMessages,
      run: (ctx, { origin }) => readOutbox(ctx, origin, isOutboxShown(ctx)),
    }),
  ],
  jobs: [{ name: 'outbox-tidy', cron: '37 * * * *', run: tidyOutbox }],
  tables: { installation: ['outbox_messages'] },
});

const maxListed = 50;

/**
 * The newest 50 messages, for an administrator or whoever sits at this machine: they hold other people's codes.
 * @throws notFound where messages are really sent, forbidden for everybody else
 */
async function readOutbox(
  { actor, db }: Context,
  { isLocal }: Pick<Origin, 'isLocal'>,
  isShown: Promise<boolean>,
): Promise<OutboxMessage[]> {
  if (!(await isShown)) throw notFound('短信与邮件由真实渠道发送，没有发件箱');
  if (!isLocal && !holds(actor, '*')) throw forbidden('发件箱只供管理员，或在本机上查看');
  return (await listMessages(db, maxListed)).map(({ id, channel, recipient, subject, body, created_at }) => ({
    id,
    channel: channel as OutboxMessage['channel'],
    recipient,
    subject,
    body,
    createdAt: toIso(created_at),
  }));
}

const hidden = '******';

/**
 * Keeps short messages for the outbox page instead of sending them. What opens a staff account is not even
 * written down: whoever reads the table learns no more than the page shows.
 */
export const outboxSms = (siteName: string): SmsSender => ({
  async send({ db }, message) {
    const shown = message.isConfidential ? { ...message, code: hidden } : message;
    await insertMessage(db, { channel: 'sms', recipient: message.phone, body: smsText(siteName, shown) });
  },
});

/** The same for mail. */
export const outboxMail: MailSender = {
  async send({ db }, { to, subject, text, secret }) {
    const body = secret ? text.replaceAll(secret, hidden) : text;
    await insertMessage(db, { channel: 'mail', recipient: to, subject, body });
  },
};

/** Forgets what was shown long enough. */
export function tidyOutbox({ db, now }: Context): Promise<void> {
  return deleteMessagesBefore(db, new Date(now().getTime() - 7 * dayMs));
}
