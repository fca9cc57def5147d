import type { Operation } from './description.ts';
import type { HttpResponse } from './send.ts';

export const maxMs = 2000;

export type Fault = { kind: 'failure' | 'slow' | 'no envelope' | 'language'; what: string };

/** Returns what is wrong with a response: a server error, slowness, or a response without the envelope. */
export function findFault(
  { isRaw, binary }: Operation,
  { status, headers, bytes, ms }: HttpResponse,
): Fault | null {
  if (status >= 500) return { kind: 'failure', what: `answered ${status}: ${excerptOf(bytes)}` };
  if (ms > maxMs) return { kind: 'slow', what: `took ${Math.round(ms)} ms` };
  const type = String(headers['content-type'] ?? '');
  if (status === 200 && binary)
    return type.startsWith(binary.split(';')[0] ?? '')
      ? null
      : envelopeFault(`a download of type "${type}", not ${binary}`);
  if (!type.startsWith('application/json')) return envelopeFault(`${status}, type "${type}"`);
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(bytes.toString('utf8'));
  } catch {
    return envelopeFault(`${status}, ${excerptOf(bytes)}`);
  }
  if (isRaw && status === 200) return null;
  const { code, success, msg, data } = body ?? {};
  const isEnvelope =
    code === status && success === (status === 200) && typeof msg === 'string' && data !== undefined;
  if (!isEnvelope) return envelopeFault(`${status}, ${excerptOf(bytes)}`);
  if (/\p{Script=Han}/u.test(msg)) return null;
  return { kind: 'language', what: `has a message that is not Chinese: ${msg.slice(0, 200)}` };
}

const envelopeFault = (what: string): Fault => ({ kind: 'no envelope', what: `has no envelope: ${what}` });

const excerptOf = (bytes: Buffer): string => bytes.toString('utf8').slice(0, 200);
