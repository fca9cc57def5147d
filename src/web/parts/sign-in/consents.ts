import type { Consent } from '#client/account.ts';
import { type Ask, statusOf } from '../../api.ts';

/** The versions in force of both texts people agree to; empty where the publisher has written none. */
export async function loadConsents(ask: Ask): Promise<Consent> {
  const [agreement, privacy] = await Promise.all(
    (['agreement', 'privacy'] as const).map((kind) => readVersion(ask, kind)),
  );
  return { agreement: agreement ?? '', privacy: privacy ?? '' };
}

async function readVersion(ask: Ask, kind: 'agreement' | 'privacy'): Promise<string> {
  try {
    return (await ask('GET /reception/getAgreement', { kind })).version;
  } catch (error) {
    if (statusOf(error) === 404) return '';
    throw error;
  }
}
