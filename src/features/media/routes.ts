import { z } from 'zod';
import { get, post } from '#kernel/http/calls.ts';
import type { MediaDependencies } from './dependencies.ts';
import { createFolder, deleteFolder, renameFolder } from './folders.ts';
import { importPicture } from './import-picture.ts';
import { fetchLinkCard } from './link-card.ts';
import { listFolders, listMedia, readMedia } from './reads.ts';
import * as schema from './schema.ts';
import { deleteMedia, moveMedia, saveMedia, uploadMedia } from './service.ts';

const view = { permission: 'content.view' };
// A contributor chooses and uploads pictures; where a file is used names posts of others.
const choose = { ...view, or: 'content.contribute' };
const upload = { permission: 'content.edit', or: 'content.contribute' };
const manage = { permission: 'media.manage' };

const maxUploadBytes = 100 * 1024 * 1024;

/** The media library: files that are uploaded once and used anywhere. */
export const mediaRoutes = (dependencies: MediaDependencies) => [
  get('/admin/media/list', {
    access: choose,
    summary:
      'Lists the media library, newest first, by folder (0 for none), kind and part of the name, optionally only unused items; for contributors pictures and their own uploads.',
    query: schema.listQuery,
    data: schema.mediaPage,
    run: (ctx, { query }) => listMedia(ctx, query),
  }),
  get('/admin/media/detail', {
    access: view,
    summary: 'Returns a media item and where it is used.',
    query: schema.idQuery,
    data: schema.mediaDetail,
    run: (ctx, { query }) => readMedia(ctx, dependencies, query.id),
  }),
  post('/admin/media/upload', {
    access: upload,
    summary: 'Uploads a file to the media library; identical bytes return the existing item.',
    upload: { field: 'file', label: '文件', maxBytes: maxUploadBytes, onDisk: true },
    body: schema.uploadInput,
    data: schema.uploaded,
    run: (ctx, { file, body }) => uploadMedia(ctx, dependencies, file, body.folderId ?? null),
  }),
  post('/admin/media/bring', {
    access: upload,
    summary: 'Imports a picture of another site into the media library, from public IP addresses only.',
    body: schema.importInput,
    data: schema.uploaded,
    run: (ctx, { body }) => importPicture(ctx, dependencies, body.url),
  }),
  post('/admin/media/card', {
    access: upload,
    summary:
      'Returns title, description, site and a copied picture of a page of another site, from public IP addresses only.',
    body: schema.cardInput,
    data: schema.linkCard,
    run: (ctx, { body }) =>
      fetchLinkCard(
        ctx,
        dependencies,
        body.url,
        async (url) => (await importPicture(ctx, dependencies, url)).item,
      ),
  }),
  post('/admin/media/save', {
    access: manage,
    summary: 'Changes the name, alternative text and folder of a media item.',
    body: schema.saveInput,
    data: schema.mediaItem,
    run: (ctx, { body }) => saveMedia(ctx, body),
  }),
  post('/admin/media/move', {
    access: manage,
    summary: 'Moves up to 100 items to a folder, or out of all folders (0).',
    body: schema.moveInput,
    data: z.boolean(),
    run: (ctx, { body }) => moveMedia(ctx, body),
  }),
  post('/admin/media/delete', {
    access: manage,
    summary: 'Deletes up to 100 items with their files; deletes none if one of them is used.',
    body: schema.deleteInput,
    data: z.boolean(),
    run: (ctx, { body }) => deleteMedia(ctx, dependencies, body.ids),
  }),
  get('/admin/media/folders', {
    access: choose,
    summary: 'Lists all folders of the media library.',
    data: z.array(schema.mediaFolder),
    run: (ctx) => listFolders(ctx),
  }),
  post('/admin/media/createFolder', {
    access: manage,
    summary: 'Creates a folder.',
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
