import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import { bringPicture } from './bring.ts';
import { createFolder, deleteFolder, renameFolder } from './folders.ts';
import type { MediaParts } from './parts.ts';
import { listFolders, listMedia, readMedia } from './reads.ts';
import * as schema from './schema.ts';
import { deleteMedia, moveMedia, saveMedia, uploadMedia } from './service.ts';

const view = { permission: 'content.view' };
const edit = { permission: 'content.edit' };
const manage = { permission: 'media.manage' };

const largest = 100 * 1024 * 1024;

/** The media library: files that are put in once and used anywhere. */
export const mediaRoutes = (parts: MediaParts) => [
  get('/admin/media/list', {
    access: view,
    summary:
      'The library, newest first, by folder (0 for none), kind, part of the name, and unused ones alone.',
    query: schema.listQuery,
    data: schema.mediaPage,
    run: (ctx, { query }) => listMedia(ctx, query),
  }),
  get('/admin/media/detail', {
    access: view,
    summary: 'One item, and where it is used.',
    query: schema.idQuery,
    data: schema.mediaDetail,
    run: (ctx, { query }) => readMedia(ctx, parts, query.id),
  }),
  post('/admin/media/upload', {
    access: edit,
    summary: 'Takes a file into the library; the same bytes again are the same item.',
    upload: { field: 'file', label: '文件', mostBytes: largest, onDisk: true },
    body: schema.uploadInput,
    data: schema.uploaded,
    run: (ctx, { file, body }) => uploadMedia(ctx, parts, file, body.folderId ?? null),
  }),
  post('/admin/media/bring', {
    access: edit,
    summary: 'Brings a picture of another site into the library, from public addresses only.',
    body: schema.bringInput,
    data: schema.uploaded,
    run: (ctx, { body }) => bringPicture(ctx, parts, body.url),
  }),
  post('/admin/media/save', {
    access: manage,
    summary: 'Changes name, alternative text and folder of an item.',
    body: schema.saveInput,
    data: schema.mediaItem,
    run: (ctx, { body }) => saveMedia(ctx, body),
  }),
  post('/admin/media/move', {
    access: manage,
    summary: 'Puts up to 100 items into a folder, or into none (0).',
    body: schema.moveInput,
    data: z.boolean(),
    run: (ctx, { body }) => moveMedia(ctx, body),
  }),
  post('/admin/media/delete', {
    access: manage,
    summary: 'Deletes up to 100 items with their files, unless one of them is used: then none.',
    body: schema.deleteInput,
    data: z.boolean(),
    run: (ctx, { body }) => deleteMedia(ctx, parts, body.ids),
  }),
  get('/admin/media/folders', {
    access: view,
    summary: 'All folders of the library.',
    data: z.array(schema.mediaFolder),
    run: (ctx) => listFolders(ctx),
  }),
  post('/admin/media/createFolder', {
    access: manage,
    summary: 'Makes a folder.',
    body: schema.createFolderInput,
    data: schema.mediaFolder,
    run: (ctx, { body }) => createFolder(ctx, body),
  }),
  post('/admin/media/renameFolder', {
    access: manage,
    summary: 'Renames a folder.',
    body: schema.renameFolderInput,
    data: z.boolean(),
    run: (ctx, { body }) => renameFolder(ctx, body),
  }),
  post('/admin/media/deleteFolder', {
    access: manage,
    summary: 'Deletes an empty folder.',
    body: schema.deleteFolderInput,
    data: z.boolean(),
    run: (ctx, { body }) => deleteFolder(ctx, body.id),
  }),
];
