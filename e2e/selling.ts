import type { APIRequestContext, Browser, Page } from '@playwright/test';
import type { WechatPayStandIn } from '../src/testing/wechat-pay.ts';
import { headersOf, logIn, storedSession } from './calls.ts';
import { draftPiece } from './desk-calls.ts';
import { expect } from './journey.ts';
import { test as merchants } from './merchants.ts';
import { addNewcomer, logInAs, type Newcomer } from './newcomer.ts';
import { baseURL } from './portal.ts';

type Person = Newcomer & { token: string; memberId: string };

/** What was sold, and by whom it was written: nothing that another journey knows of. */
export type Sold = { id: string; number: string; title: string; amount: number; buyer: Person };
export type Shop = {
  buyer: Person;
  writer: Person & { authorName: string };
  /** Publishes a piece of the writer's for so many fen. @returns its id */
  publish: (title: string, price: number) => Promise<string>;
  /** Gives a piece another price. */
  reprice: (id: string, price: number) => Promise<void>;
  /** The buyer orders it and pays through WeChat Pay. */
  sell: (thing: string, price?: object) => Promise<Sold>;
  /** Makes a call as somebody. */
  ask: typeof askAs;
};

/** The desk's money with somebody who writes and somebody, of a long name, who buys; the page is the editor in chief's. */
export const test = merchants.extend<{ shop: Shop }>({
  shop: async ({ playwright, wechat }, use) => {
    const request = await playwright.request.newContext({ baseURL });
    const [buyer, writer] = [
      await come(request, '欧阳买书人𠮷名字长得列表里放不下一整行'),
      await come(request, '卖文人'),
    ];
    const { access_token: admin } = await logIn(request, 'admin');
    const authorName = `卖文人 ${writer.mobile.slice(-4)}`;
    const fields = { name: authorName, title: '', bio: '', avatar: null, memberId: writer.memberId };
    const { id: authorId } = await askAs(request, 'POST /admin/author/create', fields, admin);
    const know = await askAs(request, 'GET /reception/getKnow', { place: 'purchase' }, buyer.token);
    if (know) await acknowledge(request, know.id, buyer.token);
    await use({
      buyer,
      writer: { ...writer, authorName },
      publish: (title, price) => publish(request, admin, { title, price, authorId }),
      reprice: (id, price) => change(request, admin, id, { price }),
      sell: (thing, more = {}) => sell(request, wechat, buyer, { thing, ...more }),
      ask: askAs,
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

/** Makes a call, `POST /admin/plan/save`, as who holds the token, and answers its data. @throws what it refused */
export async function askAs(
  request: APIRequestContext,
  call: string,
  asked: object,
  token: string | undefined,
  // biome-ignore lint/suspicious/noExplicitAny: a journey reads whatever came
): Promise<any> {
  const [method = 'GET', path = ''] = call.split(' ');
  const sent = method === 'GET' ? { params: asked as Record<string, string> } : { data: asked };
  const response = await request.fetch(`/api${path}`, { method, headers: headersOf(token), ...sent });
  const { code, msg, data } = await response.json();
  if (code !== 200) throw new Error(`${call} answered ${code} ${msg}`);
  return data;
}

/** A page of somebody's own, beside that of the editor in chief. */
export async function pageOf(browser: Browser, request: APIRequestContext, person: Newcomer): Promise<Page> {
  const grant = await logInAs(request, person);
  const origins = [{ origin: baseURL, localStorage: storedSession(grant) }];
  const context = await browser.newContext({
    baseURL,
    storageState: { cookies: [], origins },
  });
  return context.newPage();
}

/** A row of a table at the desk, by words that stand in it. */
export const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });

async function come(request: APIRequestContext, name: string): Promise<Person> {
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
  const id = await draftPiece(request, admin, { title, html });
  await change(request, admin, id, { access: 'paid', price, authorId });
  return id;
}

/** Changes a piece and publishes it as it is then. */
async function change(request: APIRequestContext, admin: string, id: string, made: object): Promise<void> {
  const { version, content } = await askAs(request, 'GET /admin/post/detail', { id }, admin);
  const body = { id, base: version, content: { ...content, ...made } };
  const saved = await askAs(request, 'POST /admin/post/save', body, admin);
  await askAs(request, 'POST /admin/post/publish', { id, base: saved.version }, admin);
}

async function sell(
  request: APIRequestContext,
  wechat: WechatPayStandIn,
  buyer: Person,
  wish: object,
): Promise<Sold> {
  const order = await askAs(request, 'POST /member/createOrder', { ...wish, agreed: true }, buyer.token);
  const way = { id: order.id, gateway: 'wechat', channel: 'native' };
  const { codeUrl } = await askAs(request, 'POST /member/payOrder', way, buyer.token);
  const trade = wechat.book.tradeByPrepay(new URL(codeUrl).searchParams.get('id') ?? '');
  wechat.pay(trade?.number ?? '');
  const state = () => askAs(request, 'GET /member/getPayState', { id: order.id }, buyer.token);
  await expect.poll(async () => (await state()).state).toBe('paid');
  return { ...order, buyer };
}
