import { z } from 'zod';
import { binaryFile, get, longTextBytes, post } from '#kernel/http/calls.ts';
import { checkWords, exportWords, readCategories, readWords } from './reads.ts';
import * as schema from './schema.ts';
import { addWord, importWords, mostListBytes, removeWords, saveWord } from './service.ts';

const access = { permission: 'words.manage' };

/** The list of sensitive words. */
export const wordRoutes = [
  get('/admin/word/list', {
    access,
    summary: 'Sensitive words, newest first, by beginning, level and category.',
    query: schema.wordsQuery,
    data: schema.wordsPage,
    run: (ctx, { query }) => readWords(ctx, query),
  }),
  get('/admin/word/categories', {
    access,
    summary: 'Categories in use.',
    data: schema.categories,
    run: (ctx) => readCategories(ctx),
  }),
  post('/admin/word/add', {
    access,
    summary: 'Lists a word.',
    body: schema.addInput,
    data: z.object({ id: z.string() }),
    run: (ctx, { body }) => addWord(ctx, body),
  }),
  post('/admin/word/save', {
    access,
    summary: 'Gives a word another level or category.',
    body: schema.saveInput,
    data: z.boolean(),
    run: (ctx, { body }) => saveWord(ctx, body),
  }),
  post('/admin/word/delete', {
    access,
    summary: 'Takes words off the list.',
    body: schema.deleteInput,
    data: z.number().int(),
    run: (ctx, { body }) => removeWords(ctx, body.ids),
  }),
  post('/admin/word/import', {
    access,
    summary: 'Adds the words of a TXT or CSV file: one a line, optionally with level and category.',
    upload: { field: 'file', label: '词表文件', mostBytes: mostListBytes },
    body: schema.importInput,
    data: schema.importReport,
    run: (ctx, { file, body }) => importWords(ctx, file, body),
  }),
  get('/admin/word/export', {
    access,
    summary: 'The whole list as CSV.',
    binary: 'text/csv; charset=utf-8',
    data: binaryFile,
    run: (ctx) => exportWords(ctx),
  }),
  post('/admin/moderation/try', {
    access,
    summary: 'The sensitive words that a text holds.',
    body: schema.tryInput,
    maxBodyBytes: longTextBytes,
    data: z.array(schema.hit),
    run: (ctx, { body }) => checkWords(ctx, [{ field: 'text', label: '文字', text: body.text }]),
  }),
];
