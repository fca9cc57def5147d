import type { z } from 'zod';
import {
  deleteChannelChoice,
  findContact,
  insertChannelChoice,
  letterKinds,
  listChannelChoices,
} from '#features/notifications/index.ts';
import { requireMemberId } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { inTransaction } from '#kernel/db/transaction.ts';
import { invalid, unauthenticated } from '#kernel/errors.ts';
import { maskAddress } from '#shared/mask-address.ts';
import { isBouncedAddress } from './bounce-queries.ts';
import type { OwnSubscriptions, subscriptionInput } from './schema.ts';

/** Returns which letters the caller asked for, and whether they can arrive. */
export async function readOwnSubscriptions(ctx: Context): Promise<OwnSubscriptions> {
  const memberId = requireMemberId(ctx);
  const [contact, choices] = await Promise.all([
    findContact(ctx.db, memberId),
    listChannelChoices(ctx.db, memberId),
  ]);
  if (!contact) throw unauthenticated();
  const isBounced = contact.email !== null && (await isBouncedAddress(ctx.db, contact.email));
  return {
    address: contact.email && maskAddress(contact.email),
    reason: !contact.email
      ? '还没有绑定邮箱，请先绑定并验证'
      : isBounced
        ? '发到这个邮箱的邮件被退回，请更换邮箱'
        : null,
    kinds: letterKinds.map(({ kind, label }) => ({ kind, label, isOn: choices.has(`${kind} mail`) })),
  };
}

/** Subscribes the caller to a kind of letter, or ends it. Idempotent. @throws invalid without a verified address */
export async function saveOwnSubscription(
  ctx: Context,
  { kind, isOn }: z.output<typeof subscriptionInput>,
): Promise<OwnSubscriptions> {
  const memberId = requireMemberId(ctx);
  const contact = isOn ? await findContact(ctx.db, memberId) : undefined;
  if (isOn && !contact?.email) throw invalid('还没有绑定邮箱，请先绑定并验证', 'kind');
  await inTransaction(ctx, (trx) =>
    (isOn ? insertChannelChoice : deleteChannelChoice)(trx, memberId, kind, 'mail'),
  );
  return readOwnSubscriptions(ctx);
}
