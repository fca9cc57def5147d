import type { z } from 'zod';
import type * as schema from './desk/schema.ts';

export type Transfer = z.infer<typeof schema.transfer>;
export type TransferDetail = z.infer<typeof schema.transferDetail>;

/** What crosses the wire about imports and exports begun at the desk. */
export type TransferCalls = {
  'GET /admin/transfer/list': {
    query: z.input<typeof schema.listQuery>;
    data: z.infer<typeof schema.transferPage>;
  };
  'GET /admin/transfer/detail': { query: z.input<typeof schema.idQuery>; data: TransferDetail };
  /** A form with the file under `file`. */
  'POST /admin/transfer/import': { body: FormData; data: Transfer };
  'POST /admin/transfer/export': { body: z.input<typeof schema.exportInput>; data: Transfer };
  'POST /admin/transfer/cancel': { body: z.input<typeof schema.idQuery>; data: Transfer };
  /** The file itself. */
  'GET /admin/transfer/download': { query: z.input<typeof schema.idQuery>; data: Blob };
};
