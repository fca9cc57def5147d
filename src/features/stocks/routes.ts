import { z } from 'zod';
import { importReport } from '#kernel/http/bodies.ts';
import { binaryFile, get, post } from '#kernel/http/calls.ts';
import { decodeText } from '#kernel/storage/decode.ts';
import { importStocks } from './import-stocks.ts';
import { exportStocks, findStocksByPrefix, readStockList } from './reads.ts';
import * as schema from './schema.ts';
import { deleteStocks, saveStock } from './service.ts';

const access = { permission: 'tags.manage' };

export const stockRoutes = [
  get('/reception/stocks', {
    access: 'open',
    summary: 'Lists stocks whose code, name or alias, pinyin or initials begin with the text typed so far.',
    query: schema.stocksQuery,
    data: schema.stocks,
    run: async (ctx, { query: { keyword = '', size } }) =>
      (await findStocksByPrefix(ctx, keyword, size)).map(({ code, name }) => ({ code, name })),
  }),
  get('/admin/stock/list', {
    access,
    summary: 'Lists stocks by code whose code, name or alias contains the keyword.',
    query: schema.stockListQuery,
    data: schema.stockPage,
    run: (ctx, { query }) => readStockList(ctx, query),
  }),
  post('/admin/stock/save', {
    access,
    summary: 'Adds a stock or changes the name, market and aliases of one.',
    body: schema.saveInput,
    data: z.boolean(),
    run: (ctx, { body }) => saveStock(ctx, body),
  }),
  post('/admin/stock/delete', {
    access,
    summary: 'Deletes stocks by code; may be repeated.',
    body: schema.deleteInput,
    data: z.number().int(),
    run: (ctx, { body }) => deleteStocks(ctx, body.ids),
  }),
  post('/admin/stock/import', {
    access,
    summary: 'Imports stocks from a CSV file with code, name, market and aliases.',
    upload: { field: 'file', label: '股票表', maxBytes: 2 * 1024 * 1024 },
    body: z.object({}),
    data: importReport,
    run: (ctx, { file }) => importStocks(ctx, [decodeText(file.bytes)]),
  }),
  get('/admin/stock/export', {
    access,
    summary: 'Exports all stocks as a CSV file.',
    binary: 'text/csv; charset=utf-8',
    data: binaryFile,
    run: (ctx) => exportStocks(ctx),
  }),
];
