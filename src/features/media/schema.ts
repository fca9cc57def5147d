import { z } from 'zod';
import { fields } from '#kernel/http/bodies.ts';
import { choice, id, optionalId, optionalText, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';
import { cleanText } from '#shared/clean-text.ts';
import { isId } from '#shared/ids.ts';

export const mediaKind = z.enum(['image', 'video', 'audio', 'file']);

/** A file of the library. `bytes` is its size; width and height are known for pictures. */
export const mediaItem = z.object({
  id: z.string(),
  folderId: z.string().nullable(),
  kind: mediaKind,
  address: z.string(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  alt: z.string(),
  useCount: z.number().int(),
  uploadedBy: z.string(),
  createdAt: z.string(),
});

export const mediaPage = cursorPageOf(mediaItem);

/** A use of an item: its title, and the back-office page that edits it, if there is one. */
const mediaUse = z.object({ target: z.string(), title: z.string(), to: z.string().nullable() });
export const mediaDetail = mediaItem.extend({ uses: z.array(mediaUse) });

export const mediaFolder = z.object({ id: z.string(), parentId: z.string().nullable(), name: z.string() });

/** `isNew` is false if the library already had the same bytes; `item` is then the existing one. */
export const uploaded = z.object({ item: mediaItem, isNew: z.boolean() });

const root = '0';
// `0` stands for no folder.
const folderIdOf = (label: string) =>
  z
    .string({ error: `${label}只能填一个` })
    .refine((value) => value === root || isId(value), {
      error: `${label}不正确，应为数字编号，或 0 为未分文件夹`,
    })
    .transform((value) => (value === root ? null : value))
    .meta({ title: label });

export const listQuery = z.object({
  folderId: folderIdOf('文件夹').optional(),
  kind: choice('类型', ['all', 'image', 'video', 'audio', 'file'], 'all'),
  keyword: optionalText('关键词', 50),
  unused: choice('未使用', ['true', 'false'], 'false'),
  from: choice('来源', ['staff', 'members'], 'staff'),
  cursor: optionalId('游标'),
  size,
});

export const idQuery = z.object({ id: id('素材编号') });

/** A single line that is not blank. */
const line = (label: string, max: number) =>
  z
    .string({ error: `请提供${label}` })
    .transform((text) => cleanText(text).replace(/\s+/g, ' ').trim())
    .pipe(
      z
        .string()
        .min(1, { error: `${label}不能为空` })
        .max(max, { error: `${label}过长，最多 ${max} 个字` }),
    )
    .meta({ title: label });

export const uploadInput = z.object({ folderId: folderIdOf('文件夹').optional() });

export const importInput = fields({
  url: z
    .url({ protocol: /^https?$/, error: '图片地址应为 http 或 https 的网址' })
    .max(2000, { error: '图片地址过长' })
    .meta({ title: '图片地址' }),
});

export const cardInput = fields({
  url: z
    .url({ protocol: /^https?$/, error: '网页地址应为 http 或 https 的网址' })
    .max(2000, { error: '网页地址过长' })
    .meta({ title: '网页地址' }),
});

/** What a page says about itself, for a card that links to it; texts may be empty. */
export const linkCard = z.object({
  url: z.string(),
  title: z.string(),
  description: z.string(),
  site: z.string(),
  picture: z
    .object({ address: z.string(), width: z.number().int().nullable(), height: z.number().int().nullable() })
    .nullable(),
});

export const saveInput = fields({
  id: id('素材编号'),
  name: line('名称', 200),
  alt: z
    .string({ error: '请提供替代文字' })
    .max(200, { error: '替代文字过长，最多 200 个字' })
    .transform((text) => cleanText(text).trim())
    .meta({ title: '替代文字' }),
  folderId: folderIdOf('文件夹'),
});

const ids = z
  .array(z.string().refine(isId, { error: '素材编号不正确，应为数字编号' }), {
    error: '素材编号应为编号的列表',
  })
  .min(1, { error: '请选择素材' })
  .max(100, { error: '素材编号一次最多 100 个' })
  .transform((list) => [...new Set(list)])
  .meta({ title: '素材编号' });

export const moveInput = fields({ ids, folderId: folderIdOf('文件夹') });
export const deleteInput = fields({ ids });

const folderName = line('文件夹名称', 50);
export const createFolderInput = fields({
  name: folderName,
  parentId: folderIdOf('上级文件夹').optional(),
});
export const renameFolderInput = fields({ id: id('文件夹编号'), name: folderName });
export const deleteFolderInput = fields({ id: id('文件夹编号') });

export type MediaItem = z.infer<typeof mediaItem>;
export type MediaDetail = z.infer<typeof mediaDetail>;
export type MediaFolder = z.infer<typeof mediaFolder>;
export type MediaKind = z.infer<typeof mediaKind>;
export type LinkCard = z.infer<typeof linkCard>;
export type Uploaded = z.infer<typeof uploaded>;
