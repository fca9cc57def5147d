import type { APIRequestContext } from '@playwright/test';
import { headersOf, logIn } from './calls.ts';

/** Makes an admin call and returns its envelope. */
export async function callAdminPost(
  request: APIRequestContext,
  call: string,
  body: object,
  token: string | undefined,
  // biome-ignore lint/suspicious/noExplicitAny: journeys read any response
): Promise<{ code: number; msg: string; data: any }> {
  const [method = 'GET', path = ''] = call.split(' ');
  const response = await request.fetch(`/api/admin/post/${path}`, {
    method,
    headers: headersOf(token),
    ...(method === 'GET' ? { params: body as Record<string, string> } : { data: body }),
  });
  return response.json();
}

type Draft = { title: string; html: string; columnId?: string; important?: boolean; authorId?: string };

/** Creates a draft that is public once published; without a column, it is in the column of reports. */
export async function createDraft(
  request: APIRequestContext,
  token: string | undefined,
  { title, columnId = '2', ...written }: Draft,
): Promise<string> {
  const { data } = await callAdminPost(request, 'POST create', { columnId, title }, token);
  const { data: opened } = await callAdminPost(request, 'GET detail', { id: data.id }, token);
  const content = { ...opened.content, access: 'public', ...written };
  const saved = await callAdminPost(
    request,
    'POST save',
    { id: data.id, base: opened.version, content },
    token,
  );
  if (saved.code !== 200) throw new Error(`the draft was not saved: ${saved.msg}`);
  return data.id;
}

/**
 * Publishes a post as the editor in chief.
 * @returns its id
 */
export async function publishPost(request: APIRequestContext, draft: Draft): Promise<string> {
  const { access_token: token } = await logIn(request, 'admin');
  const id = await createDraft(request, token, draft);
  const { data } = await callAdminPost(request, 'GET detail', { id }, token);
  const published = await callAdminPost(request, 'POST publish', { id, base: data.version }, token);
  if (published.code !== 200) throw new Error(`${draft.title} was not published: ${published.msg}`);
  return id;
}
