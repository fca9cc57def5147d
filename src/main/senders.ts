import { createOutboxSms, outboxMail } from '#features/outbox/index.ts';
import type { Settings } from '#features/settings/index.ts';
import type { MailSender } from '#kernel/mail/sender.ts';
import { smtpMail } from '#kernel/mail/smtp.ts';
import { aliyunSms } from '#kernel/sms/aliyun.ts';
import type { SmsSender } from '#kernel/sms/sender.ts';
import { openServiceAccount, type ServiceAccount } from '#kernel/wechat/service-account.ts';
import type { ServiceAccountSettings } from '#kernel/wechat/settings.ts';

export type Senders = {
  sms: SmsSender;
  mail: MailSender;
  serviceAccount: (tenantId: string, settings: ServiceAccountSettings) => ServiceAccount;
};

/**
 * Opens the external services that send messages, as the current settings configure them; by default, messages go to
 * the outbox.
 */
export function openSenders(settings: Settings): Senders {
  const aliyun = createOncePerSettings(aliyunSms);
  const smtp = createOncePerSettings(smtpMail);
  return {
    serviceAccount: createOncePerSettings(openServiceAccount),
    sms: {
      async send(ctx, message) {
        const { sms, site } = await settings(ctx);
        await (sms ? aliyun(ctx.tenant.id, sms) : createOutboxSms(site.name)).send(ctx, message);
      },
    },
    mail: {
      async send(ctx, email) {
        const { mail } = await settings(ctx);
        await (mail ? smtp(ctx.tenant.id, mail) : outboxMail).send(ctx, email);
      },
    },
  };
}

/** A sender holds connections, so each tenant's sender is created once and reused until its settings change. */
function createOncePerSettings<S, T>(create: (settings: S) => T): (tenantId: string, settings: S) => T {
  const senders = new Map<string, { key: string; sender: T }>();
  return (tenantId, settings) => {
    const key = JSON.stringify(settings);
    const cached = senders.get(tenantId);
    if (cached?.key === key) return cached.sender;
    const sender = create(settings);
    senders.set(tenantId, { key, sender });
    return sender;
  };
}
