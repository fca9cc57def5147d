import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { fetchData, headersOf } from './calls.ts';

type Message = { recipient: string; body: string };

/** Returns a random number that other journeys do not use. */
export const newMobile = (): string => `137${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;

/** The code that each newcomer registered with, so that `readCode` does not return it again. */
const registrationCodes = new Map<string, string>();

/** Returns the newest code sent to this number, as soon as there is one that differs from `previousCode`. */
export async function readCode(
  request: APIRequestContext,
  mobile: string,
  previousCode = registrationCodes.get(mobile) ?? '',
): Promise<string> {
  let code = '';
  await expect
    .poll(
      async () => {
        const messages = await fetchData<Message[]>(request, 'GET /reception/outbox');
        const body = messages.find(({ recipient }) => recipient === mobile)?.body ?? '';
        code = /(?<!\d)\d{6}(?!\d)/.exec(body)?.[0] ?? '';
        return code !== '' && code !== previousCode;
      },
      { message: `a code for ${mobile} in the outbox` },
    )
    .toBe(true);
  return code;
}

/** Returns the code that a newcomer registers with. */
export async function readFirstCode(request: APIRequestContext, mobile: string): Promise<string> {
  const code = await readCode(request, mobile);
  registrationCodes.set(mobile, code);
  return code;
}

/** Requests a code on the page and fills in the code that was sent. */
export async function fillCode(
  page: Page,
  request: APIRequestContext,
  mobile: string,
  previousCode?: string,
): Promise<string> {
  await page.getByRole('button', { name: '获取验证码', exact: true }).click();
  const code = await readCode(request, mobile, previousCode);
  await page.getByRole('textbox', { name: '短信验证码' }).fill(code);
  return code;
}

/** Requests a code as the client does, including the proof of work. */
export async function requestCode(
  request: APIRequestContext,
  { purpose, phone = '' }: { purpose: string; phone?: string },
  token?: string,
): Promise<void> {
  const challenge = await fetchData<Parameters<typeof solveChallenge>[0]['challenge']>(
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

/** Makes a POST call as the client does, and returns the data of its answer. */
export async function postData<T>(
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
