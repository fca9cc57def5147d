import { readVersionsInForce } from '#features/settings/index.ts';
import type { Context, Trx } from '#kernel/context.ts';
import { insertConsents, listConsents } from './queries.ts';
import { SignInRefusal } from './sign-in-errors.ts';

export type Consent = { kind: 'agreement' | 'privacy'; version: string };
type GivenConsents = { agreement?: string | undefined; privacy?: string | undefined };

/**
 * Returns the consents that a new member gave to the versions in force of both texts, as far as they are published.
 * PIPL art. 14 requires consent to the version in force.
 * @throws SignInRefusal when one is missing or of another version
 */
export async function requireConsents(ctx: Context, given: GivenConsents): Promise<Consent[]> {
  const inForce = await readVersionsInForce(ctx);
  const kinds = (['agreement', 'privacy'] as const).filter((kind) => inForce[kind] !== null);
  if (kinds.some((kind) => !given[kind]))
    throw consentRequired('新用户请先阅读并同意《用户协议》和《隐私政策》');
  if (kinds.some((kind) => given[kind] !== inForce[kind]))
    throw consentRequired('《用户协议》或《隐私政策》已更新，请重新阅读并同意');
  return kinds.map((kind) => ({ kind, version: inForce[kind] ?? '' }));
}

/** Returns those of the given consents that are to versions in force; for existing members, who need not give any. */
export async function filterCurrentConsents(ctx: Context, given: GivenConsents): Promise<Consent[]> {
  if (!given.agreement || !given.privacy) return [];
  const inForce = await readVersionsInForce(ctx);
  return (['agreement', 'privacy'] as const)
    .map((kind) => ({ kind, version: given[kind] ?? '' }))
    .filter(({ kind, version }) => version === inForce[kind]);
}

/**
 * Returns the given consents to newer versions of texts that the member accepted earlier.
 * @throws SignInRefusal naming the texts while a consent is missing
 */
export async function requireRenewedConsents(
  ctx: Context,
  trx: Trx,
  memberId: string,
  given: GivenConsents,
): Promise<Consent[]> {
  const agreed = await listConsents(trx, memberId);
  if (agreed.length === 0) return [];
  // Uses the transaction's connection: concurrent log-ins must not wait for a second connection each.
  const inForce = await readVersionsInForce({ ...ctx, db: trx });
  const stale = (['agreement', 'privacy'] as const).filter((kind) => {
    const versions = agreed.filter((consent) => consent.kind === kind).map(({ version }) => version);
    return versions.length > 0 && inForce[kind] !== null && !versions.includes(inForce[kind]);
  });
  if (stale.some((kind) => given[kind] !== inForce[kind]))
    throw new SignInRefusal(`${stale.map((kind) => textTitles[kind]).join('和')}已更新，请阅读并同意后继续`, {
      error: 'consent_renewal',
    });
  return stale.map((kind) => ({ kind, version: inForce[kind] ?? '' }));
}

const textTitles = { agreement: '《用户协议》', privacy: '《隐私政策》' };

/** Records who agreed to which version, when and from which address (PIPL). May be repeated. */
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

const consentRequired = (message: string) => new SignInRefusal(message, { error: 'consent_required' });
