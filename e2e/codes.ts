import { type APIRequestContext, expect } from '@playwright/test';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { askData, headersOf } from './calls.ts';

type Message = { recipient: string; body: string };

/** A number that no other journey has. */
export const newMobile = (): string => `137${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;

/** The code that each newcomer registered with: a journey never waits for that one. */
const registeredWith = new Map<string, string>();

/** The newest code that was sent to this number, once there is one other than `not`. */
export async function readCode(
  request: APIRequestContext,
  mobile: string,
  not = registeredWith.get(mobile) ?? '',
): Promise<string> {
  let code = '';
  await expect
    .poll(
      async () => {
        const messages = await askData<Message[]>(request, 'GET /reception/outbox');
        const body = messages.find(({ recipient }) => recipient === mobile)?.body ?? '';
        code = /(?<!\d)\d{6}(?!\d)/.exec(body)?.[0] ?? '';
        return code !== '' && code !== not;
      },
      { message: `a code for ${mobile} in the outbox` },
    )
    .toBe(true);
  return code;
}

/** Reads the code that a newcomer registers with. */
export async function readFirstCode(request: APIRequestContext, mobile: string): Promise<string> {
  const code = await readCode(request, mobile);
  registeredWith.set(mobile, code);
  return code;
}

/** Asks for a code as the client does, proof of work included. */
export async function askForCode(
  request: APIRequestContext,
  { purpose, phone = '' }: { purpose: string; phone?: string },
  token?: string,
): Promise<void> {
  const challenge = await askData<Parameters<typeof solveChallenge>[0]['challenge']>(
    request,
    'GET /reception/proof',
  );
  const solution = await solveChallenge({ challenge, deriveKey });
  const proof = btoa(JSON.stringify({ challenge, solution }));
  const response = await request.post('/api/blade-auth/oauth/sms/send-validate', {
    headers: headersOf(token),
    data: { phone, purpose, proof },
  });
  expect(response.status(), await response.text()).toBe(200);
}

/** A POST as the client makes it, and the data of its answer. */
export async function post<T>(
  request: APIRequestContext,
  path: string,
  data: object,
  token?: string,
): Promise<T> {
  const response = await request.post(`/api${path}`, { headers: headersOf(token), data });
  const { code, msg, data: answer } = await response.json();
  if (code !== 200) throw new Error(`${path} answered ${code} ${msg}`);
  return answer as T;
}
