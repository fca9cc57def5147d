import { defineColumns } from '#features/columns/index.ts';
import type { ReferenceContent } from '#features/references/schema.ts';
import type { Body, Portal } from './portal.ts';
import { logIn } from './posts-and-members.ts';

/** The column that `addReferenceColumn` creates. */
export const referenceColumn = '6';

/** Adds a column of references to a portal. */
export const addReferenceColumn = ({ ctx }: Portal): Promise<unknown> =>
  defineColumns(ctx, [{ id: referenceColumn, columnName: '内参', kind: 'reference' }]);

/** A member who writes references through the same calls as the site. */
export type Writer = {
  token: string;
  memberId: string;
  get(path: string, query?: Record<string, string>): Promise<Body>;
  post(path: string, body: object): Promise<Body>;
  /** Creates a reference and saves these changes to it. */
  write(changes?: Partial<ReferenceContent>): Promise<Draft>;
  save(draft: Draft, changes: Partial<ReferenceContent>): Promise<Draft>;
  submit(draft: Draft, more?: object): Promise<Body>;
};
export type Draft = { id: string; version: number; content: ReferenceContent };

export async function asWriter(portal: Portal, person: { role?: string } = {}): Promise<Writer> {
  const { token, memberId } = await logIn(portal, person);
  const get = async (path: string, query: Record<string, string> = {}) =>
    (await portal.call(`GET /internalReference/${path}`, { query, token })).body;
  const post = async (path: string, body: object) =>
    (await portal.call(`POST /internalReference/${path}`, { body, token })).body;
  const save = async ({ id, version, content }: Draft, changes: Partial<ReferenceContent>) => {
    const changed = { ...content, ...changes };
    const { data, code, msg } = await post('save', { id, base: version, content: changed });
    if (code !== 200) throw new Error(`not saved: ${msg}`);
    return { id, version: data.version, content: changed };
  };
  return {
    token,
    memberId,
    get,
    post,
    save,
    submit: ({ id, version }, more = {}) => post('submit', { id, base: version, ...more }),
    async write(changes = {}) {
      const { data, code, msg } = await post('add', {});
      if (code !== 200) throw new Error(`not begun: ${msg}`);
      const { content, version } = (await get('detail', { id: data.id })).data;
      return save(
        { id: data.id, version, content },
        { title: '一篇内参', html: '<p>第一段。</p><p>第二段。</p>', ...changes },
      );
    },
  };
}

/** Finds a reference's item in the review queue. @returns its id */
export async function findReviewItem(portal: Portal, token: string, id: string): Promise<string> {
  const { body } = await portal.call('GET /admin/moderation/list', { query: { size: '100' }, token });
  const item = body.data.records.find(({ target }: { target: string }) => target === `post:${id}`);
  if (!item) throw new Error(`no review item for ${id}`);
  return item.id;
}

type Decision = 'approved' | 'rejected' | 'changes';

/** Decides a review item as a reviewer. @returns the response body */
export async function decideItem(
  portal: Portal,
  token: string,
  id: string,
  decision: Decision,
  note = decision === 'approved' ? '' : '请补充依据',
): Promise<Body> {
  const body = { id, decision, note };
  return (await portal.call('POST /admin/moderation/decide', { body, token })).body;
}

/** Decides the review item of a reference. */
export const decideReference = async (
  portal: Portal,
  token: string,
  id: string,
  decision: Decision,
  note?: string,
): Promise<Body> => decideItem(portal, token, await findReviewItem(portal, token, id), decision, note);
