import { createStaticHandler } from 'react-router';
import { expect, test, vi } from 'vitest';
import { defaultMenu } from '#shared/menu.ts';
import { createRoutes, type RoutesOptions } from './routes.tsx';

/** Navigates to the address and returns the redirect, or nothing if a page is shown. */
async function redirectFrom(address: string, options: Partial<RoutesOptions> = {}) {
  const { query } = createStaticHandler(createRoutes({ columns: [], menu: defaultMenu, ...options }));
  const result = await query(new Request(`http://site.test${address}`));
  if (!(result instanceof Response)) return undefined;
  const { headers } = result;
  const [isDocument, isReplaced] = ['x-remix-reload-document', 'x-remix-replace'].map(
    (name) => headers.get(name) === 'true',
  );
  return { to: headers.get('location'), isDocument, ...(isReplaced && { isReplaced }) };
}

test('opens the first leaf of the menu for the root', async () => {
  expect(await redirectFrom('/')).toEqual({ to: '/index', isDocument: false });
});

test.each(['/feed.xml', '/files/000000/a.pdf?download=1', '/no/such/page'])(
  'lets the browser load %s, which is no page of the site',
  async (address) => {
    expect(await redirectFrom(address, { documentAddress: '/index' })).toEqual({
      to: address,
      isDocument: true,
    });
  },
);

test('shows the 404 page of a document that the server did not find', async () => {
  expect(await redirectFrom('/no/such?a=1', { documentAddress: '/no/such?a=1' })).toBeUndefined();
  expect(await redirectFrom('/no/such')).toBeUndefined();
});

test('replaces the entry of a guarded page that Back has returned to, and adds one after a link', async () => {
  const isLoggedIn = () => false;
  const to = '/login?returnTo=%2Fpersonal%2Finfo%3Fa%3D1';
  for (const [search, isReplaced] of [
    ['?a=1', { isReplaced: true }],
    ['', {}],
  ] as const) {
    vi.stubGlobal('location', { pathname: '/personal/info', search });
    const redirect = await redirectFrom('/personal/info?a=1', { isLoggedIn });
    expect(redirect).toEqual({ to, isDocument: false, ...isReplaced });
  }
  vi.unstubAllGlobals();
});
