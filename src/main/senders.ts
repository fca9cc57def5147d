import { createOutboxSms, outboxMail } from '#features/outbox/index.ts';
import type { Settings } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import type { MailSender } from '#kernel/mail/sender.ts';
import { smtpMail } from '#kernel/mail/smtp.ts';
import { aliyunSms } from '#kernel/sms/aliyun.ts';
import type { SmsSender } from '#kernel/sms/sender.ts';
import { type OpenServiceAccount, openServiceAccount } from '#kernel/wechat/service-account.ts';
import { openTokenStore } from '#kernel/wechat/tokens.ts';

export type Senders = {
  sms: SmsSender;
  mail: MailSender;
  serviceAccount: OpenServiceAccount;
};

/**
 * Opens the external services that send messages, as the current settings configure them; by default, messages go to
 * the outbox.
 */
export function openSenders(settings: Settings): Senders {
  const aliyun = createOncePerSettings(aliyunSms);
  const smtp = createOncePerSettings(smtpMail);
  return {
    serviceAccount: createOncePerSettings((account, ctx) =>
      openServiceAccount(account, openTokenStore(ctx, account.appId)),
    ),
    sms: {
      async send(ctx, message) {
        const { sms, site } = await settings(ctx);
        await (sms ? aliyun(ctx, sms) : createOutboxSms(site.name)).send(ctx, message);
      },
    },
    mail: {
      async send(ctx, email) {
        const { mail } = await settings(ctx);
        await (mail ? smtp(ctx, mail) : outboxMail).send(ctx, email);
      },
    },
  };
}

/** A sender holds connections, so each tenant's sender is created once and reused until its settings change. */
function createOncePerSettings<S, T>(
  create: (settings: S, ctx: Context) => T,
): (ctx: Context, settings: S) => T {
  const senders = new Map<string, { key: string; sender: T }>();
  return (ctx, settings) => {
    const key = JSON.stringify(settings);
    const cached = senders.get(ctx.tenant.id);
    if (cached?.key === key) return cached.sender;
    const sender = create(settings, ctx);
    senders.set(ctx.tenant.id, { key, sender });
    return sender;
  };
}
