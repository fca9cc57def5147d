import { expect, test } from 'vitest';
import { enhancedCodeOf, subjectOfRefusal } from './refusal.ts';

test.each([
  ['550 5.1.1 no such user', 'address'],
  ['550 #5.1.0 Address rejected', 'address'],
  ['550 5.1.10 null MX', 'address'],
  ['550 5.2.1 disabled', 'address'],
  ['450 4.1.1 unknown for now', 'address'],
  ['552 5.2.2 over quota', 'mailbox'],
  ['452 4.2.2 Mailbox full, exceeded its size limit', 'mailbox'],
  ['553 5.1.7 bad address syntax', 'sender'],
  ['450 4.1.8 domain not found', 'sender'],
  ['550 Ip frequency limited', 'sender'],
  ['550 5.7.1 SPF check failed', 'sender'],
  ['550 发信频率过高', 'sender'],
  ['553 Mail from must equal authorized user', 'sender'],
  ['550 no such user', 'unknown'],
  ['550 rejected, see 5.1.1.9', 'unknown'],
  ['', 'unknown'],
] as const)('%s is about the %s', (text, subject) => {
  expect(subjectOfRefusal(text)).toBe(subject);
});

test.each(['550 from 5.1.1.9', '550 10.5.1.1', '250 2.1.5 ok', '550 15.1.1'])(
  '%s has no enhanced code',
  (text) => {
    expect(enhancedCodeOf(text)).toBe('');
  },
);
