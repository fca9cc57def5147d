import { z } from 'zod';
import { importReport } from '#kernel/http/bodies.ts';
import { binaryFile, get, maxLongTextBytes, post } from '#kernel/http/calls.ts';
import { checkWords, exportWords, readCategories, readWords } from './reads.ts';
import * as schema from './schema.ts';
import { addWord, importWords, maxListBytes, removeWords, saveWord } from './service.ts';

const access = { permission: 'words.manage' };

export const wordRoutes = [
  get('/admin/word/list', {
    access,
    summary: 'Lists sensitive words, newest first, by beginning, level and category.',
    query: schema.wordsQuery,
    data: schema.wordsPage,
    run: (ctx, { query }) => readWords(ctx, query),
  }),
  get('/admin/word/categories', {
    access,
    summary: 'Lists the categories in use.',
    data: schema.categories,
    run: (ctx) => readCategories(ctx),
  }),
  post('/admin/word/add', {
    access,
    summary: 'Adds a sensitive word.',
    body: schema.addInput,
    data: z.object({ id: z.string() }),
    run: (ctx, { body }) => addWord(ctx, body),
  }),
  post('/admin/word/save', {
    access,
    summary: 'Changes the level or category of a sensitive word.',
    body: schema.saveInput,
    data: z.boolean(),
    run: (ctx, { body }) => saveWord(ctx, body),
  }),
  post('/admin/word/delete', {
    access,
    summary: 'Deletes sensitive words; may be repeated.',
    body: schema.deleteInput,
    data: z.number().int(),
    run: (ctx, { body }) => removeWords(ctx, body.ids),
  }),
  post('/admin/word/import', {
    access,
    summary:
      'Imports sensitive words from a TXT or CSV file, one per line, optionally with level and category.',
    upload: { field: 'file', label: '词表文件', maxBytes: maxListBytes },
    body: schema.importInput,
    data: importReport,
    run: (ctx, { file, body }) => importWords(ctx, file, body),
  }),
  get('/admin/word/export', {
    access,
    summary: 'Exports all sensitive words as a CSV file.',
    binary: 'text/csv; charset=utf-8',
    data: binaryFile,
    run: (ctx) => exportWords(ctx),
  }),
  post('/admin/moderation/try', {
    access,
    summary: 'Returns the sensitive words that a text contains.',
    body: schema.tryInput,
    maxBodyBytes: maxLongTextBytes,
    data: z.array(schema.hit),
    run: (ctx, { body }) => checkWords(ctx, [{ field: 'text', label: '文字', text: body.text }]),
  }),
];
