import { createHmac } from 'node:crypto';
import { portalSecret } from '#features/settings/index.ts';
import type { Context } from '#kernel/context.ts';
import type { DeliveryRow, WebhookRow } from './queries.ts';

type Signer = Pick<WebhookRow, 'id' | 'secret_version'>;

/** Derives a webhook's secret from the portal's, so that no table stores it. A new version is another secret. */
const deriveSecret = async (ctx: Context, { id, secret_version }: Signer): Promise<Buffer> =>
  createHmac('sha256', await portalSecret(ctx, 'webhooks'))
    .update(`${id}.${secret_version}`)
    .digest();

/** Returns the secret as receivers configure it (Standard Webhooks): `whsec_` and base64. */
export const presentSecret = async (ctx: Context, webhook: Signer): Promise<string> =>
  `whsec_${(await deriveSecret(ctx, webhook)).toString('base64')}`;

/** Returns the headers of a message by the Standard Webhooks convention (https://www.standardwebhooks.com). */
export async function signMessage(
  ctx: Context,
  webhook: Signer,
  { message_id, body }: Pick<DeliveryRow, 'message_id' | 'body'>,
): Promise<Record<string, string>> {
  const seconds = String(Math.floor(ctx.now().getTime() / 1000));
  const signature = createHmac('sha256', await deriveSecret(ctx, webhook))
    .update(`${message_id}.${seconds}.${body}`)
    .digest('base64');
  return {
    'content-type': 'application/json',
    'webhook-id': message_id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${signature}`,
  };
}
