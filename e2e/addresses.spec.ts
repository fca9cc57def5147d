import { expect, test, waitForHydration } from './journey.ts';

// src/main/pages.test.ts tests what the server answers to malformed addresses.

test('unusual addresses hydrate without a mismatch, from scripts and styles that are compressed and immutable', async ({
  page,
  request,
}) => {
  const files = new Set<string>();
  page.on('response', (response) => {
    if (/\.(?:js|css)$/.test(new URL(response.url()).pathname)) files.add(response.url());
  });
  for (const address of [
    '/101/',
    '/101?utm_source=%F0%A0%AE%B7&current=1',
    '/search?keyword=%E9%93%B6%E8%A1%8C&x=1#main',
  ]) {
    await page.goto(address);
    await waitForHydration(page);
    await expect(page.getByRole('main')).toBeVisible();
  }
  expect(files.size).toBeGreaterThan(2);
  for (const file of files) {
    const response = await request.get(file, { headers: { 'accept-encoding': 'br' } });
    expect(response.headers()['cache-control'], file).toMatch(/max-age=31536000.*immutable/);
    expect(response.headers()['content-encoding'], file).toBe('br');
  }
  expect((await request.get('/assets/nothing.js')).status()).toBe(404);
  expect((await request.get('/%E0%A4%A')).status()).toBe(404);
});
