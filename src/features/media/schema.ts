import { z } from 'zod';
import { fields } from '#kernel/http/bodies.ts';
import { choice, id, optionalId, optionalText, size } from '#kernel/http/inputs.ts';
import { cursorPageOf } from '#kernel/http/paging.ts';
import { cleanText } from '#shared/clean-text.ts';
import { isId } from '#shared/ids.ts';

export const mediaKind = z.enum(['image', 'video', 'audio', 'file']);

/** A file of the library. `bytes` is its size; pixels are known of pictures. */
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

/** Where an item is used: what it is called, and where in the back office it is edited, if it has a place. */
const mediaUse = z.object({ target: z.string(), title: z.string(), to: z.string().nullable() });
export const mediaDetail = mediaItem.extend({ uses: z.array(mediaUse) });

export const mediaFolder = z.object({ id: z.string(), parentId: z.string().nullable(), name: z.string() });

/** `isNew` false: the library had these very bytes already, and this is the item that was there. */
export const uploaded = z.object({ item: mediaItem, isNew: z.boolean() });

const root = '0';
// `0` is the place of what lies in no folder.
const place = (name: string, label: string) =>
  z
    .string({ error: `${label}（${name}）只能填一个` })
    .refine((value) => value === root || isId(value), {
      error: `${label}（${name}）不正确，应为数字编号，或 0 为未分文件夹`,
    })
    .transform((value) => (value === root ? null : value));

export const listQuery = z.object({
  folderId: place('folderId', '文件夹').optional(),
  kind: choice('kind', '类型', ['all', 'image', 'video', 'audio', 'file'], 'all'),
  keyword: optionalText('keyword', '关键词', 50),
  unused: choice('unused', '未使用', ['true', 'false'], 'false'),
  from: choice('from', '来源', ['staff', 'members'], 'staff'),
  cursor: optionalId('cursor', '游标'),
  size,
});

export const idQuery = z.object({ id: id('id', '素材编号') });

/** One line that says something. */
const line = (name: string, label: string, most: number) =>
  z
    .string({ error: `请提供${label}（${name}）` })
    .transform((text) => cleanText(text).replace(/\s+/g, ' ').trim())
    .pipe(
      z
        .string()
        .min(1, { error: `${label}（${name}）不能为空` })
        .max(most, { error: `${label}（${name}）过长，最多 ${most} 个字` }),
    );

export const uploadInput = z.object({ folderId: place('folderId', '文件夹').optional() });

export const bringInput = fields({
  url: z
    .url({ protocol: /^https?$/, error: '图片地址（url）应为 http 或 https 的网址' })
    .max(2000, { error: '图片地址（url）过长' }),
});

export const saveInput = fields({
  id: id('id', '素材编号'),
  name: line('name', '名称', 200),
  alt: z
    .string({ error: '请提供替代文字（alt）' })
    .max(200, { error: '替代文字（alt）过长，最多 200 个字' })
    .transform((text) => cleanText(text).trim()),
  folderId: place('folderId', '文件夹'),
});

const ids = z
  .array(z.string().refine(isId, { error: '素材编号（ids）不正确，应为数字编号' }), {
    error: '素材编号（ids）应为编号的列表',
  })
  .min(1, { error: '请选择素材（ids）' })
  .max(100, { error: '素材编号（ids）一次最多 100 个' })
  .transform((list) => [...new Set(list)]);

export const moveInput = fields({ ids, folderId: place('folderId', '文件夹') });
export const deleteInput = fields({ ids });

const folderName = line('name', '文件夹名称', 50);
export const createFolderInput = fields({
  name: folderName,
  parentId: place('parentId', '上级文件夹').optional(),
});
export const renameFolderInput = fields({ id: id('id', '文件夹编号'), name: folderName });
export const deleteFolderInput = fields({ id: id('id', '文件夹编号') });

export type MediaItem = z.infer<typeof mediaItem>;
export type MediaDetail = z.infer<typeof mediaDetail>;
export type MediaFolder = z.infer<typeof mediaFolder>;
export type MediaKind = z.infer<typeof mediaKind>;
export type Uploaded = z.infer<typeof uploaded>;
