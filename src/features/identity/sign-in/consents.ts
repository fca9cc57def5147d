import { readVersionsInForce } from '#features/settings/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { insertConsents, listConsents } from './queries.ts';
import { SignInRefusal } from './refusal.ts';

export type Consent = { kind: 'agreement' | 'privacy'; version: string };
type Given = { agreement?: string | undefined; privacy?: string | undefined };

/**
 * The consents somebody who registers has given: to the versions in force of both texts, as far as the publisher
 * has written them (PIPL art. 14: to what is in force, not to what was).
 * @throws SignInRefusal when one of them is missing or of another version
 */
export async function readConsents(ctx: Context, given: Given): Promise<Consent[]> {
  const inForce = await readVersionsInForce(ctx);
  const kinds = (['agreement', 'privacy'] as const).filter((kind) => inForce[kind] !== null);
  if (kinds.some((kind) => !given[kind]))
    throw refusal('新用户请先阅读并同意《用户协议》和《隐私政策》（agreement、privacy）');
  if (kinds.some((kind) => given[kind] !== inForce[kind]))
    throw refusal('《用户协议》或《隐私政策》已更新，请重新阅读并同意（agreement、privacy）');
  return kinds.map((kind) => ({ kind, version: inForce[kind] ?? '' }));
}

/** The same of a member, who need not give any. */
export async function readNewConsents(ctx: Context, given: Given): Promise<Consent[]> {
  if (!given.agreement || !given.privacy) return [];
  const inForce = await readVersionsInForce(ctx);
  return (['agreement', 'privacy'] as const)
    .map((kind) => ({ kind, version: given[kind] ?? '' }))
    .filter(({ kind, version }) => version === inForce[kind]);
}

/**
 * The consents that a member must give anew, since a text they agreed to has been replaced, as given.
 * @throws SignInRefusal naming the texts, while they are not given
 */
export async function renewConsents(
  ctx: Context,
  trx: Trx,
  memberId: string,
  given: Given,
): Promise<Consent[]> {
  const agreed = await listConsents(trx, memberId);
  if (agreed.length === 0) return [];
  // By the connection that is held already: many who log in at once must not wait for each other's second one.
  const inForce = await readVersionsInForce({ ...ctx, db: trx });
  const stale = (['agreement', 'privacy'] as const).filter((kind) => {
    const versions = agreed.filter((consent) => consent.kind === kind).map(({ version }) => version);
    return versions.length > 0 && inForce[kind] !== null && !versions.includes(inForce[kind]);
  });
  if (stale.some((kind) => given[kind] !== inForce[kind]))
    throw new SignInRefusal(
      `${stale.map((kind) => names[kind]).join('和')}已更新，请阅读并同意后继续（agreement、privacy）`,
      { error: 'consent_renewal' },
    );
  return stale.map((kind) => ({ kind, version: inForce[kind] ?? '' }));
}

const names = { agreement: '《用户协议》', privacy: '《隐私政策》' };

/** Writes down who agreed to which version, when and from where (PIPL). May be repeated. */
export const recordConsents = (
  ctx: Context,
  trx: Trx,
  memberId: string,
  consents: Consent[],
  address: string,
): Promise<void> =>
  insertConsents(
    trx,
    consents.map((consent) => ({ member_id: memberId, ...consent, address, agreed_at: ctx.now() })),
  );

const refusal = (message: string) => new SignInRefusal(message, { error: 'consent_required' });
