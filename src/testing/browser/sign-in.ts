import { page } from 'vitest/browser';
import { answer } from './api.ts';

/** Answers the log-in page's calls; every method of logging in is offered. */
export function answerLoginPage(): void {
  answer('GET /reception/loginOptions', {
    sms: true,
    wechat: true,
    wechatInside: false,
    mail: true,
    outbox: true,
  });
  answer('GET /reception/getAgreement', ({ query }) => ({
    kind: query.kind === 'privacy' ? 'privacy' : 'agreement',
    version: `${query.kind}-2026-11`,
    title: '协议',
    body: '',
    effectiveAt: '2026-11-01T00:00:00+08:00',
  }));
}

/** Answers the proof of work with a challenge that takes few hashes, and reports a code as sent. */
export function answerCodes({ retryAfter = 0 } = {}): void {
  const hex = '00'.repeat(16);
  answer('GET /reception/proof', () => ({
    parameters: {
      algorithm: 'SHA-256',
      nonce: hex,
      salt: hex,
      cost: 1,
      keyLength: 32,
      keyPrefix: '0',
      expiresAt: Math.floor(Date.now() / 1000) + 300,
    },
  }));
  answer('POST /blade-auth/oauth/sms/send-validate', { expiresIn: 300, retryAfter });
}

export const field = (name: string | RegExp) => page.getByRole('textbox', { name });
export const button = (name: string) => page.getByRole('button', { name, exact: true });
export const alertOf = (text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });
