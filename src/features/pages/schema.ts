import { z } from 'zod';
import { base, number, versionRecord } from '#features/documents/schema.ts';
import { bodyHtml } from '#features/posts/manage/schema.ts';
import { fields, flag, idOf, oneOf, text } from '#kernel/http/bodies.ts';
import { id, optionalText } from '#kernel/http/inputs.ts';

export const pageState = z.enum(['draft', 'published', 'withdrawn']);

const label = '单页编号';

/** What an editor may change. A draft may lack everything; `findFault` decides what can be published. */
export const content = z
  .object(
    {
      title: text('标题', 100).meta({ examples: ['关于我们'] }),
      slug: text('地址', 60).meta({ examples: ['about'] }),
      html: bodyHtml,
    },
    { error: '请提供单页内容' },
  )
  .meta({ title: '单页内容' });

export const templates = ['blank', 'about', 'contact', 'jobs', 'copyright'] as const;

export const createInput = fields({ template: oneOf('模板', templates) });
export const saveInput = fields({ id: idOf(label), base, content, isAutosave: flag('自动保存').optional() });
export const publishInput = fields({
  id: idOf(label),
  base,
  /** True if the caller knows what readers will not see, such as pictures of other sites. */
  acceptsUnseen: flag('已知道读者看不到的内容').optional(),
});
export const restoreInput = fields({ id: idOf(label), base, number });
export const idInput = fields({ id: idOf(label) });
export const idQuery = z.object({ id: id(label) });
export const versionQuery = idQuery.extend({ number });
export const slugQuery = z.object({ slug: optionalText('地址', 60) });

/** A page in the list of the back office, with the title of its newest version. */
export const pageRecord = z.object({
  id: z.string(),
  state: pageState,
  title: z.string(),
  /** The address readers use, or for an unpublished page the one it is meant for; may be empty. */
  slug: z.string(),
  savedBy: z.string(),
  updatedAt: z.string(),
  /** True if changes were saved that readers do not see yet. */
  hasUnpublishedChanges: z.boolean(),
});

/** A page as the editor opens it: its newest version. */
export const adminPage = z.object({
  id: z.string(),
  state: pageState,
  version: z.number().int(),
  liveVersion: z.number().int(),
  /** The address readers use; empty for a page that is not published. */
  liveSlug: z.string(),
  content,
});

export { saved } from '#features/documents/schema.ts';
export const versions = z.array(versionRecord);

/** A page as readers see it. */
export const ownPage = z.object({
  slug: z.string(),
  title: z.string(),
  html: z.string(),
  description: z.string(),
});

export type Content = z.output<typeof content>;
export type Template = (typeof templates)[number];
export type PageRecord = z.infer<typeof pageRecord>;
export type AdminPage = z.infer<typeof adminPage>;
export type OwnPage = z.infer<typeof ownPage>;
