import type { APIRequestContext } from '@playwright/test';
import { headersOf } from './calls.ts';

/** Makes a staff call and answers its envelope. */
export async function askDesk(
  request: APIRequestContext,
  call: string,
  body: object,
  token: string | undefined,
  // biome-ignore lint/suspicious/noExplicitAny: a journey reads whatever came
): Promise<{ code: number; msg: string; data: any }> {
  const [method = 'GET', path = ''] = call.split(' ');
  const response = await request.fetch(`/api/admin/post/${path}`, {
    method,
    headers: headersOf(token),
    ...(method === 'GET' ? { params: body as Record<string, string> } : { data: body }),
  });
  return response.json();
}

/** A draft that anyone could read once it is out, in the column of reports. */
export async function draftPiece(
  request: APIRequestContext,
  token: string | undefined,
  { title, html }: { title: string; html: string },
): Promise<string> {
  const { data } = await askDesk(request, 'POST create', { columnId: '2', title }, token);
  const { data: opened } = await askDesk(request, 'GET detail', { id: data.id }, token);
  const content = { ...opened.content, access: 'public', html };
  const saved = await askDesk(request, 'POST save', { id: data.id, base: opened.version, content }, token);
  if (saved.code !== 200) throw new Error(`the draft was not saved: ${saved.msg}`);
  return data.id;
}
