import { createStaticHandler } from 'react-router';
import { expect, test } from 'vitest';
import { defaultMenu } from '#shared/menu.ts';
import { createRoutes, type RoutesOptions } from './routes.tsx';

/** Navigates to the address and returns the redirect, or nothing if a page is shown. */
async function redirectFrom(address: string, options: Partial<RoutesOptions> = {}) {
  const { query } = createStaticHandler(createRoutes({ columns: [], menu: defaultMenu, ...options }));
  const result = await query(new Request(`http://site.test${address}`));
  if (!(result instanceof Response)) return undefined;
  const { headers } = result;
  return { to: headers.get('location'), isDocument: headers.get('x-remix-reload-document') === 'true' };
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
