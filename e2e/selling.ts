import type { APIRequestContext, Browser, Page } from '@playwright/test';
import type { WechatPayStandIn } from '../src/testing/wechat-pay.ts';
import { createDraft } from './admin-calls.ts';
import { headersOf, logIn, storedSession } from './calls.ts';
import { expect } from './journey.ts';
import { test as merchants } from './merchants.ts';
import { addNewcomer, logInAs, type Newcomer } from './newcomer.ts';
import { baseURL } from './portal.ts';

type Person = Newcomer & { token: string; memberId: string };

/** What was sold and its buyer, which belong to one journey. */
export type Sold = { id: string; number: string; title: string; amount: number; buyer: Person };
export type Shop = {
  buyer: Person;
  writer: Person & { authorName: string };
  /**
   * Publishes a post of the writer at this price, in fen.
   * @returns its id
   */
  publish: (title: string, price: number) => Promise<string>;
  /** Sets another price of a post, in fen. */
  reprice: (id: string, price: number) => Promise<void>;
  /** Orders a thing as the buyer and pays through WeChat Pay. */
  sell: (thing: string, price?: object) => Promise<Sold>;
  /** Makes a call with the given token. */
  call: typeof callAs;
};

/**
 * Journeys about money in the back office, with a writer and a buyer who has a long name; the page is that of the
 * editor in chief.
 */
export const test = merchants.extend<{ shop: Shop }>({
  shop: async ({ playwright, wechat }, use) => {
    const request = await playwright.request.newContext({ baseURL });
    const [buyer, writer] = [
      await registerPerson(request, '欧阳买书人𠮷名字长得列表里放不下一整行'),
      await registerPerson(request, '卖文人'),
    ];
    const { access_token: admin } = await logIn(request, 'admin');
    const authorName = `卖文人 ${writer.mobile.slice(-4)}`;
    const fields = { name: authorName, title: '', bio: '', avatar: null, memberId: writer.memberId };
    const { id: authorId } = await callAs(request, 'POST /admin/author/create', fields, admin);
    const know = await callAs(request, 'GET /reception/getKnow', { place: 'purchase' }, buyer.token);
    if (know) await acknowledge(request, know.id, buyer.token);
    await use({
      buyer,
      writer: { ...writer, authorName },
      publish: (title, price) => publish(request, admin, { title, price, authorId }),
      reprice: (id, price) => changeAndPublish(request, admin, id, { price }),
      sell: (thing, more = {}) => sell(request, wechat, buyer, { thing, ...more }),
      call: callAs,
    });
    await request.dispose();
  },
  grant: async ({ playwright }, use) => {
    const request = await playwright.request.newContext({ baseURL });
    await use(await logIn(request, 'admin'));
    await request.dispose();
  },
});
export { expect };

/**
 * Makes a call, such as `POST /admin/plan/save`, with this token, and returns its data.
 * @throws with the message of a refusal
 */
export async function callAs(
  request: APIRequestContext,
  call: string,
  input: object,
  token: string | undefined,
  // biome-ignore lint/suspicious/noExplicitAny: journeys read any response
): Promise<any> {
  const [method = 'GET', path = ''] = call.split(' ');
  const sent = method === 'GET' ? { params: input as Record<string, string> } : { data: input };
  const response = await request.fetch(`/api${path}`, { method, headers: headersOf(token), ...sent });
  const { code, msg, data } = await response.json();
  if (code !== 200) throw new Error(`${call} answered ${code} ${msg}`);
  return data;
}

/** Opens a page of another person in its own browser context, beside that of the editor in chief. */
export async function pageOf(browser: Browser, request: APIRequestContext, person: Newcomer): Promise<Page> {
  const grant = await logInAs(request, person);
  const origins = [{ origin: baseURL, localStorage: storedSession(grant) }];
  const context = await browser.newContext({
    baseURL,
    storageState: { cookies: [], origins },
  });
  return context.newPage();
}

/** A table row in the back office that contains this text. */
export const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });

async function registerPerson(request: APIRequestContext, name: string): Promise<Person> {
  const { grant, ...newcomer } = await addNewcomer(request, name);
  return { ...newcomer, token: grant.access_token, memberId: grant.user_id };
}

async function acknowledge(request: APIRequestContext, id: string, token: string): Promise<void> {
  await request.post(`/api/member/acknowledgeKnow?id=${id}`, { headers: headersOf(token) });
}

async function publish(
  request: APIRequestContext,
  admin: string,
  { title, price, authorId }: { title: string; price: number; authorId: string },
): Promise<string> {
  const html = '<p>开头人人可读。</p><!--paywall--><p>后面付过钱才能读。</p>';
  const id = await createDraft(request, admin, { title, html });
  await changeAndPublish(request, admin, id, { access: 'paid', price, authorId });
  return id;
}

async function changeAndPublish(
  request: APIRequestContext,
  admin: string,
  id: string,
  made: object,
): Promise<void> {
  const { version, content } = await callAs(request, 'GET /admin/post/detail', { id }, admin);
  const body = { id, base: version, content: { ...content, ...made } };
  const saved = await callAs(request, 'POST /admin/post/save', body, admin);
  await callAs(request, 'POST /admin/post/publish', { id, base: saved.version }, admin);
}

async function sell(
  request: APIRequestContext,
  wechat: WechatPayStandIn,
  buyer: Person,
  orderInput: object,
): Promise<Sold> {
  const order = await callAs(
    request,
    'POST /member/createOrder',
    { ...orderInput, agreed: true },
    buyer.token,
  );
  const paymentInput = { id: order.id, gateway: 'wechat', channel: 'native' };
  const { codeUrl } = await callAs(request, 'POST /member/payOrder', paymentInput, buyer.token);
  const trade = wechat.store.tradeByPrepay(new URL(codeUrl).searchParams.get('id') ?? '');
  wechat.pay(trade?.number ?? '');
  const state = () => callAs(request, 'GET /member/getPayState', { id: order.id }, buyer.token);
  await expect.poll(async () => (await state()).state).toBe('paid');
  return { ...order, buyer };
}
