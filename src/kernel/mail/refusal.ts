/**
 * Whom a refusal of a mail server is about: the address does not exist (`address`), the mailbox takes nothing now
 * (`mailbox`), or the sender, its rate or its reputation (`sender`).
 */
export type RefusalSubject = 'address' | 'mailbox' | 'sender' | 'unknown';

const senderWords =
  /frequen|rate|limit|too many|spam|black ?list|block ?list|relay|spf|dkim|dmarc|\bip\b|sender|\bfrom\b|auth|频率|频繁|垃圾|黑名单|发件|发信/i;

/** The enhanced code of a reply (RFC 3463), as `5.1.1`; '' without one. An IP address is none. */
export const enhancedCodeOf = (text: string): string =>
  /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?!\.?\d)/.exec(text)?.[0] ?? '';

/**
 * Returns whom a refusal is about: by its enhanced code, where x.1.x is the address's (but x.1.7 and x.1.8, the sender's),
 * x.2.1 a disabled and x.2.x another fault of the mailbox; else by its words.
 */
export function subjectOfRefusal(text: string): RefusalSubject {
  const [, subject, detail] = enhancedCodeOf(text).split('.');
  if (subject === '1') return detail === '7' || detail === '8' ? 'sender' : 'address';
  if (subject === '2') return detail === '1' ? 'address' : 'mailbox';
  return senderWords.test(text) ? 'sender' : 'unknown';
}
