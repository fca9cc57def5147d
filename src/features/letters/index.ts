import { findContact } from '#features/notifications/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { defineFeature } from '#kernel/feature.ts';
import { inModule } from '#kernel/http/calls.ts';
import { readInBatches } from '#kernel/personal-data.ts';
import { toIso } from '#shared/dates.ts';
import { deleteBounceOf } from './bounce-queries.ts';
import { makeDigests } from './digests.ts';
import { deleteRecipientsOf, exportRecipients, updateUnsubscribed } from './letter-queries.ts';
import { type LetterParts, lettersPermission } from './parts.ts';
import { letterRoutes } from './routes.ts';
import { sendLetters, tidyLetters } from './send-letters.ts';
import { serveReadings } from './serve-readings.ts';

type Services = { letters: LetterParts };

export const feature = defineFeature({
  name: 'letters',
  routes: ({ letters }: Services) => inModule('letters', letterRoutes(letters)),
  serve: serveReadings,
  listeners: {
    'letters.refused': (ctx, trx, { letterId, memberId }) =>
      updateUnsubscribed(trx, letterId, memberId, ctx.now()),
    'member.deleted': onMemberDeleted,
    'email.verified': (_, trx, { address }) => deleteBounceOf(trx, address),
  },
  jobs: ({ letters }: Services) => [
    {
      name: 'letters-send',
      module: 'letters',
      everyMs: 1000,
      run: (ctx, { signal }) => sendLetters(ctx, letters, signal),
    },
    { name: 'letters-digest', module: 'letters', everyMs: 30_000, run: makeDigests },
    { name: 'letters-tidy', cron: '17 5 * * *', run: tidyLetters },
  ],
  tables: {
    people: ['letters', 'letter_digests', 'letter_recipients', 'letter_bounces'],
    installation: ['letter_pace'],
    options: { letters: { label: '邮件报' }, letter_pace: { seeded: {}, isVolatile: true } },
  },
  personalData: [
    {
      // The subscriptions themselves are part of `notice-channels`.
      name: 'letters',
      read: (ctx, memberId) =>
        readInBatches(
          ctx,
          memberId,
          exportRecipients,
          ({ id, subject, state, ended_at, unsubscribed_at, opened_at, clicked_at }) => ({
            key: id,
            row: {
              ...{ subject, state },
              endedAt: ended_at && toIso(ended_at),
              unsubscribedAt: unsubscribed_at && toIso(unsubscribed_at),
              openedAt: opened_at && toIso(opened_at),
              clickedAt: clicked_at && toIso(clicked_at),
            },
          }),
        ),
    },
  ],
  permissions: [
    {
      code: lettersPermission,
      group: '版面',
      name: '邮件报',
      about: '写邮件报和定期摘要，发给订阅它们的会员，管理退信地址',
      order: 40,
    },
  ],
  menu: [
    {
      to: '/letters',
      label: '邮件报',
      module: 'letters',
      icon: 'mail',
      permission: lettersPermission,
      group: 'readers',
      order: 60,
    },
  ],
});

async function onMemberDeleted(_: Context, trx: Trx, { memberId }: { memberId: string }): Promise<void> {
  const contact = await findContact(trx, memberId);
  if (contact?.email) await deleteBounceOf(trx, contact.email);
  await deleteRecipientsOf(trx, memberId);
}
