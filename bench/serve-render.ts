/**
 * What a page rendered on a cache miss is compared with: the same routes rendered by the same bundle, with the
 * responses of their calls kept in memory after the first request, until a request for `forgetPath`.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Column } from '#features/columns/schema.ts';
import { dayOf } from '#shared/dates.ts';
import type { SiteMenu } from '#shared/menu.ts';
import { readAssets } from '../src/main/assets.ts';
import { clientFolder, siteEntry } from '../src/main/site-build.ts';
import type { FetchCall, Site, SiteRenderer } from '../src/web/entry.server.tsx';
import { receiveTask } from './contenders.ts';

type Task = {
  portal: number;
  apiBase: string;
  headers: Record<string, string>;
  site: Site;
  brandHead: string;
  forgetPath: string;
};
type ServerEntry = { createSite: (columns: Column[], menu: SiteMenu) => SiteRenderer };

const { port, portal, apiBase, headers, site, brandHead, forgetPath } = await receiveTask<Task>();
const { createSite } = (await import(join(clientFolder, '../server/entry.server.js'))) as ServerEntry;
const assetsOf = readAssets(clientFolder, siteEntry);
const known = new Map<string, Promise<unknown>>();

const fetchCached = ((key: string, query: object = {}) => {
  const address = `${key}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;
  const answer = known.get(address) ?? fetchAnswer(address);
  known.set(address, answer);
  return answer;
}) as FetchCall;

async function fetchAnswer(address: string): Promise<unknown> {
  const [method = 'GET', path] = address.split(' ', 2);
  const response = await fetch(`http://127.0.0.1:${portal}${apiBase}${path}`, { method, headers });
  const { success, data, msg } = (await response.json()) as { success: boolean; data: unknown; msg: string };
  if (!success) throw Object.assign(new Error(msg), { status: response.status });
  return data;
}

const renderer = createSite(await fetchCached('GET /reception/column/getColumnList'), site.menu);
const today = dayOf(new Date());

createServer(async (request, response) => {
  if (request.url === forgetPath) {
    known.clear();
    return void response.end();
  }
  const plan = await renderer.plan(new URL(request.url ?? '/', 'http://guanlan.invalid'));
  if (plan.kind !== 'page') return void response.writeHead(404).end();
  const rendered = await renderer.render(plan, {
    site,
    brandHead,
    today,
    fetchCall: fetchCached,
    assets: assetsOf(plan.source),
  });
  if (rendered.kind !== 'html') return void response.writeHead(404).end();
  const body = Buffer.from(rendered.html.join(''));
  const type = { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length };
  response.writeHead(rendered.status, type).end(body);
}).listen({ port, host: '127.0.0.1', reusePort: true, exclusive: true }, () => process.send?.('ready'));
