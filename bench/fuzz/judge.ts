import type { Operation } from './description.ts';
import type { Received } from './send.ts';

export const maxMs = 2000;

export type Fault = { kind: 'failure' | 'slow' | 'no envelope' | 'language'; what: string };

/** What is wrong with an answer: any failure of ours, slowness, or an answer outside the envelope. */
export function judge({ isRaw, binary }: Operation, { status, headers, bytes, ms }: Received): Fault | null {
  if (status >= 500) return { kind: 'failure', what: `answered ${status}: ${startOf(bytes)}` };
  if (ms > maxMs) return { kind: 'slow', what: `took ${Math.round(ms)} ms` };
  const type = String(headers['content-type'] ?? '');
  if (status === 200 && binary)
    return type.startsWith(binary.split(';')[0] ?? '')
      ? null
      : bare(`a download of type "${type}", not ${binary}`);
  if (!type.startsWith('application/json')) return bare(`${status}, type "${type}"`);
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(bytes.toString('utf8'));
  } catch {
    return bare(`${status}, ${startOf(bytes)}`);
  }
  if (isRaw && status === 200) return null;
  const { code, success, msg, data } = body ?? {};
  const isEnvelope =
    code === status && success === (status === 200) && typeof msg === 'string' && data !== undefined;
  if (!isEnvelope) return bare(`${status}, ${startOf(bytes)}`);
  if (/\p{Script=Han}/u.test(msg)) return null;
  return { kind: 'language', what: `has a message that is not Chinese: ${msg.slice(0, 200)}` };
}

const bare = (what: string): Fault => ({ kind: 'no envelope', what: `has no envelope: ${what}` });

const startOf = (bytes: Buffer): string => bytes.toString('utf8').slice(0, 200);
