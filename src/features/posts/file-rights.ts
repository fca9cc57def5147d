import { type Actor, hasPermission, visitor, workOwnerOf } from '#kernel/actor.ts';
import type { Context } from '#kernel/context.ts';
import { invalid } from '#kernel/errors.ts';
import { isDocument } from '#shared/is-document.ts';
import { type FileUsageRow, findFileUsages, findKnownFiles } from './attachment-queries.ts';
import { type PreparedBody, prepareBody, replaceAddresses } from './body/index.ts';
import type { Attachment } from './body/prepare-body.ts';

type Usage = Pick<FileUsageRow, 'address' | 'is_linked' | 'is_open' | 'is_unpublished' | 'is_own'>;

/** Whether a file is not served at its plain address: an attachment that no post links openly, or an unpublished document. */
export const isLockedFile = ({ address, is_linked, is_open, is_unpublished }: Omit<Usage, 'is_own'>) =>
  !is_open && (is_linked || (is_unpublished && isDocument(address)));

export type FileRight =
  /** Served at its plain address. */
  | 'open'
  /** Served at a signed address, which this person may have. */
  | 'signed'
  /** Not for this person, who gets no address. */
  | 'withheld';

/**
 * Decides what a person gets of a file whose address a text that is not published names: an open file, or a signed
 * address if they uploaded it or are staff who view all content. The text itself never counts, because its writer may
 * have typed any address. This is the only implementation of the rule.
 */
export function decideFileRight(actor: Actor, usage: Usage): FileRight {
  if (usage.is_open) return 'open';
  if (usage.is_own || hasPermission(actor, 'content.view')) return 'signed';
  return isLockedFile(usage) ? 'withheld' : 'open';
}

/** Returns the path of an address of this site, as `/files` receives it. */
export const pathOfUrl = (url: string): string => new URL(url, 'http://portal').pathname;

/** Whether an address leads to a file of this site. */
export const isFileUrl = (url: string): boolean =>
  URL.canParse(url, 'http://portal') &&
  new URL(url, 'http://portal').origin === 'http://portal' &&
  pathOfUrl(url).startsWith('/files/');

const filePath = /^\/files\/\d{6}\/[0-9a-f]{2}\/[0-9a-f]+\.\w+$/;

/**
 * Returns the path of a file that an address may name on this site, also with a host: the portal answers at several, and
 * the name of a file is made from its content.
 */
function fileOf({ url }: Attachment): string | undefined {
  const parsed = URL.parse(url, 'http://portal');
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return undefined;
  return isFileUrl(url) || filePath.test(parsed.pathname) ? parsed.pathname : undefined;
}

/**
 * Writes the addresses of this site's files without a host, so that a post's attachments are recognised as its own and
 * locked with it.
 */
export async function localiseFiles(
  ctx: Pick<Context, 'db'>,
  body: PreparedBody,
  owner?: string,
): Promise<PreparedBody> {
  const foreign = body.attachments.filter((one) => !isFileUrl(one.url) && fileOf(one) !== undefined);
  if (foreign.length === 0) return body;
  const known = await findKnownFiles(
    ctx.db,
    foreign.flatMap((one) => fileOf(one) ?? []),
  );
  const links = new Map(
    foreign.flatMap((one) => {
      const path = fileOf(one) ?? '';
      const { search = '' } = URL.parse(one.url) ?? {};
      return known.has(path) ? [[one.url, path + search] as const] : [];
    }),
  );
  return replaceAddresses(body, { pictures: new Map(), links, owner });
}

/** Returns what the caller gets of each of these paths, which a text that is not published links. */
export async function findFileRights(
  ctx: Pick<Context, 'db' | 'actor'>,
  paths: readonly string[],
): Promise<ReadonlyMap<string, FileRight>> {
  if (paths.length === 0) return new Map();
  const memberId = ctx.actor.kind === 'member' ? ctx.actor.memberId : null;
  const usages = await findFileUsages(ctx.db, [...new Set(paths)], memberId);
  return new Map(usages.map((usage) => [usage.address, decideFileRight(ctx.actor, usage)]));
}

/**
 * Checks that a writer links only files that they may use, so that the published text can vouch for its attachments.
 * `before`: the text that the writer changes, whose attachments stay.
 * @throws invalid naming the attachment
 */
export async function refuseForeignFiles(
  ctx: Pick<Context, 'db' | 'actor'>,
  attachments: readonly Attachment[],
  before: string,
): Promise<void> {
  if (hasPermission(ctx.actor, 'content.view')) return;
  const refused = await findForeignFiles(ctx, attachments);
  if (refused.length === 0) return;
  const old = await prepareBody({ body: before, format: 'html' }, workOwnerOf(ctx));
  const kept = new Set(old.attachments.map(fileOf));
  const [added] = refused.filter((attachment) => !kept.has(fileOf(attachment)));
  if (added)
    throw invalid(
      `附件“${added.name}”不是你上传的，也没有公开，不能放进稿件；请从正文里去掉它，或重新上传这个文件`,
      'html',
    );
}

/**
 * As `refuseForeignFiles`, for a text of which nobody who may view all content vouches. `advice`: why, and what to do.
 * @throws invalid naming the attachment
 */
export async function refuseLockedFiles(
  { db }: Pick<Context, 'db'>,
  attachments: readonly Attachment[],
  advice: string,
): Promise<void> {
  const [first] = await findForeignFiles({ db, actor: visitor }, attachments);
  if (first) throw invalid(`附件“${first.name}”没有公开，${advice}`);
}

async function findForeignFiles(
  ctx: Pick<Context, 'db' | 'actor'>,
  attachments: readonly Attachment[],
): Promise<Attachment[]> {
  const rights = await findFileRights(
    ctx,
    attachments.flatMap((one) => fileOf(one) ?? []),
  );
  return attachments.filter((one) => rights.get(fileOf(one) ?? '') === 'withheld');
}
