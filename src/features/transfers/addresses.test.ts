import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '#testing/runs.ts';
import { collectAddresses, rewriteAddresses } from './addresses.ts';
import { manifestSchema } from './archive/manifest.ts';

const path = `ab/${'0123456789abcdef'.repeat(3).slice(0, 38)}.png`;
const linesOf = async function* (...lines: string[]) {
  yield* lines;
};
const rewrite = async (line: string, from: string, to: string) =>
  (await Array.fromAsync(rewriteAddresses(linesOf(line), from, to)))[0];

test('addresses of the tenant are rewritten, and those of no other', async () => {
  const line = `{"a":"/files/000000/${path}","b":"/files/100002/${path}","c":"/files/000000/x"}`;
  expect(await rewrite(line, '000000', '100001')).toBe(line.replace('/files/000000/ab', '/files/100001/ab'));
  const found = new Set<string>();
  await Array.fromAsync(collectAddresses(linesOf(line), '100002', found));
  expect([...found]).toEqual([path]);
});

const patterns = ['.*', '[^]', '(a+)+$', '(', '\\', '$&', '000000|100002', '([0-9a-f]+)+/'];
test('the tenant of an archive is a text and never a pattern', async () => {
  const line = `/files/000000/${path} ${'a'.repeat(200)} /files/${'a'.repeat(40)}!`;
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.constantFrom(...patterns), fc.string()), async (from) => {
      fc.pre(from !== '000000');
      expect(await rewrite(line, from, '100001')).toBe(line);
    }),
    { numRuns: runs(200) },
  );
});

test.each([...patterns, '', '0000000000000', '租户', '../../etc'])(
  'an archive of the tenant %j is refused',
  (tenant) => {
    const isTenantRefused = (given: string) =>
      manifestSchema.safeParse({ tenant: given }).error?.issues.some(({ path: [at] }) => at === 'tenant');
    expect(isTenantRefused('000000')).toBe(false);
    expect(isTenantRefused(tenant)).toBe(true);
  },
);
