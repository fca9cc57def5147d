import { expect, test, waitForHydration } from './journey.ts';

const oddAddresses: [address: string, status: number][] = [
  ['/101?current=0', 200],
  ['/101?current=-1', 200],
  ['/101?current=1e9', 200],
  ['/101?current=abc', 200],
  ['/101?current=99999999999', 200],
  [`/101?tag=${encodeURIComponent("' OR 1=1 --")}`, 200],
  ['/101/', 200],
  ['/101/detail', 404],
  ['/101/detail?id=abc', 404],
  ['/101/detail?id=-1', 404],
  ['/101/detail?id=1%00', 404],
  [`/101/detail?id=${'9'.repeat(40)}`, 404],
  ['/mobileDetail', 404],
  ['/mobileDetail?id=%ED%A0%80', 404],
  ['/globalInfo/nothing', 404],
  ['/1', 404],
  ['/2/detail?id=1', 404],
  ['/search?type=zzz&sort=q&startTime=x&keyword=a', 200],
  ['/search?current=100000&keyword=%E9%93%B6%E8%A1%8C', 200],
  ['/search?keyword=a&keyword=b', 200],
  ['/agreement?kind=%3Cx%3E', 200],
  ['/login?returnTo=%25', 200],
  ['/%E0%A4%A', 400],
  ['/files/nothing.png', 404],
  ['/files/..%2F..%2Fetc%2Fpasswd', 404],
  ['/assets/nothing.js', 404],
];

test('malformed addresses get the right page or a refusal, never a server error', async ({ request }) => {
  for (const [address, status] of oddAddresses)
    expect((await request.get(address)).status(), address).toBe(status);
});

test('an unknown path under /api is answered with an envelope, not a web page', async ({ request }) => {
  for (const path of ['/api', '/api/', '/api/nothing', '/api/reception/nothing?id=1']) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(404);
    expect(await response.json(), path).toMatchObject({ code: 404, success: false, data: null });
  }
});

for (const address of [
  '/101/',
  '/101?utm_source=%F0%A0%AE%B7&current=1',
  '/search?keyword=%E9%93%B6%E8%A1%8C&x=1#main',
])
  test(`${address} hydrates in the browser without a mismatch`, async ({ page }) => {
    await page.goto(address);
    await waitForHydration(page);
    await expect(page.getByRole('main')).toBeVisible();
  });

test('pages are compressed, validated by ETag, set no cookie and run only our own scripts', async ({
  request,
}) => {
  const headers = async (encoding: string) =>
    (await request.get('/index', { headers: { 'accept-encoding': encoding } })).headers();
  expect((await headers('br, gzip'))['content-encoding']).toBe('br');
  expect((await headers('gzip'))['content-encoding']).toBe('gzip');
  const plain = await headers('identity');
  expect(plain['content-encoding']).toBeUndefined();
  expect(plain['set-cookie']).toBeUndefined();
  expect(plain['cache-control']).toBe('no-cache');
  expect(plain['content-security-policy']).toContain("script-src 'self';");

  const known = await request.get('/101', { headers: { 'accept-encoding': 'br' } });
  const etag = known.headers().etag ?? '';
  const again = await request.get('/101', { headers: { 'accept-encoding': 'br', 'if-none-match': etag } });
  expect(again.status()).toBe(304);
  expect((await again.body()).length).toBe(0);
});

test('every script and style is compressed and cached as immutable', async ({ page, request }) => {
  const files: string[] = [];
  page.on('response', (response) => {
    if (/\.(?:js|css)$/.test(new URL(response.url()).pathname)) files.push(response.url());
  });
  await page.goto('/index');
  await waitForHydration(page);
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) {
    const response = await request.get(file, { headers: { 'accept-encoding': 'br' } });
    expect(response.headers()['cache-control'], file).toMatch(/max-age=31536000.*immutable/);
    expect(response.headers()['content-encoding'], file).toBe('br');
  }
});
