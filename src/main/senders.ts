import { outboxMail, outboxSms } from '#features/outbox/index.ts';
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

/** The parties outside, as the settings name them at the time; in the embedded default messages go to the outbox. */
export function openSenders(settings: Settings): Senders {
  const aliyun = madeOnce(aliyunSms);
  const smtp = madeOnce(smtpMail);
  return {
    serviceAccount: madeOnce(openServiceAccount),
    sms: {
      async send(ctx, message) {
        const { sms, site } = await settings(ctx);
        await (sms ? aliyun(ctx.tenant.id, sms) : outboxSms(site.name)).send(ctx, message);
      },
    },
    mail: {
      async send(ctx, letter) {
        const { mail } = await settings(ctx);
        await (mail ? smtp(ctx.tenant.id, mail) : outboxMail).send(ctx, letter);
      },
    },
  };
}

/** A sender holds connections, so each tenant's is made once for as long as its settings stay as they are. */
function madeOnce<S, T>(make: (settings: S) => T): (tenantId: string, settings: S) => T {
  const made = new Map<string, { key: string; sender: T }>();
  return (tenantId, settings) => {
    const key = JSON.stringify(settings);
    const held = made.get(tenantId);
    if (held?.key === key) return held.sender;
    const sender = make(settings);
    made.set(tenantId, { key, sender });
    return sender;
  };
}
