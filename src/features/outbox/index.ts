import { hasPermission } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { forbidden, notFound } from '#kernel/errors.ts';
import { defineFeature } from '#kernel/feature.ts';
import { get, type Origin } from '#kernel/http/calls.ts';
import type { MailSender } from '#kernel/mail/sender.ts';
import { type SmsSender, smsText } from '#kernel/sms/sender.ts';
import { dayMs, toIso } from '#shared/dates.ts';
import { deleteMessagesBefore, insertMessage, listMessages } from './queries.ts';
import { type OutboxMessage, outboxMessages } from './schema.ts';

type Services = {
  /** Whether messages are stored here instead of sent. */
  isOutboxShown: (ctx: Context) => Promise<boolean>;
  /** Whether a setting, of the environment or saved by any tenant, gives the portal an address beyond this machine. */
  hasPublicAddress: () => Promise<boolean>;
};

export const feature = defineFeature({
  name: 'outbox',
  routes: (services: Services) => [
    get('/reception/outbox', {
      access: 'open',
      summary:
        'Lists the newest 50 messages that were stored instead of sent; for administrators and requests from this machine only.',
      data: outboxMessages,
      run: (ctx, { origin }) => readOutbox(ctx, origin, services),
    }),
  ],
  jobs: [{ name: 'outbox-tidy', cron: '37 * * * *', run: tidyOutbox }],
  tables: { installation: ['outbox_messages'] },
});

const maxListed = 50;

/**
 * Lists the newest 50 messages, for administrators and for requests from this machine only, because they contain other
 * people's codes. Where the portal has a public address, requests from this machine may come through a proxy on it.
 * @throws notFound if messages are really sent; forbidden for everyone else
 */
async function readOutbox(
  ctx: Context,
  { isLocal }: Pick<Origin, 'isLocal'>,
  { isOutboxShown, hasPublicAddress }: Services,
): Promise<OutboxMessage[]> {
  const { actor, db } = ctx;
  if (!(await isOutboxShown(ctx))) throw notFound('短信与邮件由真实渠道发送，没有发件箱');
  if (!hasPermission(actor, '*') && (!isLocal || (await hasPublicAddress())))
    throw forbidden('发件箱只供管理员，或在本机上查看');
  return (await listMessages(db, maxListed)).map(({ id, channel, recipient, subject, body, created_at }) => ({
    id,
    channel: channel as OutboxMessage['channel'],
    recipient,
    subject,
    body,
    createdAt: toIso(created_at),
  }));
}

const redacted = '******';

/**
 * Creates a sender that stores text messages for the outbox page. Redacts codes that open a staff account, so that
 * reading the table reveals no more than the page.
 */
export const createOutboxSms = (siteName: string): SmsSender => ({
  async send({ db }, message) {
    const shown = message.isConfidential ? { ...message, code: redacted } : message;
    await insertMessage(db, { channel: 'sms', recipient: message.phone, body: smsText(siteName, shown) });
  },
});

/** Stores mail for the outbox page, redacting secrets. */
export const outboxMail: MailSender = {
  async send({ db }, { to, subject, text, secret }) {
    const body = secret ? text.replaceAll(secret, redacted) : text;
    await insertMessage(db, { channel: 'mail', recipient: to, subject, body });
  },
};

/** Deletes messages older than seven days. */
export function tidyOutbox({ db, now }: Context): Promise<void> {
  return deleteMessagesBefore(db, new Date(now().getTime() - 7 * dayMs));
}
