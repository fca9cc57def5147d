import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openPortal } from '#testing/portal.ts';

type Location = { pattern: RegExp; directives: Map<string, string> };

/** Reads the documented nginx block: its regular-expression locations in order, and the values that apply elsewhere. */
function readBlock(): { locations: Location[]; otherwise: Map<string, string> } {
  const [, block = ''] = /```nginx\n(.*?)```/s.exec(readFileSync('docs/operating.md', 'utf8')) ?? [];
  const locations: Location[] = [];
  const rest = block.replaceAll(/location ~ (\S+) \{(.*?)\n {2}\}/gs, (_, pattern: string, body: string) => {
    locations.push({ pattern: new RegExp(pattern), directives: readDirectives(body) });
    return '';
  });
  return { locations, otherwise: readDirectives(rest) };
}

const readDirectives = (text: string) =>
  new Map([...text.matchAll(/^\s*(\w+) (.*);$/gm)].map(([, name = '', value = '']) => [name, value]));

const units: Readonly<Record<string, number>> = { k: 1024, m: 1024 ** 2, g: 1024 ** 3 };
const bytesOf = (size: string) => Number(size.slice(0, -1)) * (units[size.slice(-1)] ?? 1);

/** What a multipart form adds to the file: boundaries, names, other fields. */
const formBytes = 64 * 1024;

test('the documented nginx block lets through what each call accepts, and streams large uploads', async () => {
  const portal = await openPortal();
  const { locations, otherwise } = readBlock();
  expect(locations.length).toBeGreaterThan(1);
  for (const { path, method, upload, maxBodyBytes } of portal.app.calls) {
    if (method === 'GET') continue;
    const url = `/api${path}`;
    const location = locations.find(({ pattern }) => pattern.test(url));
    const limit = location?.directives.get('client_max_body_size') ?? otherwise.get('client_max_body_size');
    const needed = upload ? upload.maxBytes + formBytes : maxBodyBytes;
    expect(bytesOf(limit ?? '1m'), url).toBeGreaterThanOrEqual(needed);
    if (!upload?.onDisk) continue;
    expect(location?.directives.get('proxy_request_buffering'), url).toBe('off');
  }
  await portal.close();
});
