import { Readable } from 'node:stream';
import type { Context } from '../context.ts';
import { invalid, unavailable } from '../errors.ts';
import { type ClamdAddress, scanFile } from '../storage/clamd.ts';

/** Scans the bytes of an upload. @throws invalid for an infected one, unavailable while the scanner cannot decide */
export type ScanUpload = (
  ctx: Context,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
) => Promise<void>;

/** Scans uploads with the clamd at `address`; returns undefined without an address. */
export const scanByClamd = (address: ClamdAddress | undefined): ScanUpload | undefined =>
  address &&
  (async ({ actor, log }, content) => {
    const found = await scanFile(address, Readable.from(content)).catch((error: unknown) => {
      log.error({ err: error }, 'clamd did not scan an upload');
      throw unavailable('文件安全检查暂时不可用，文件没有上传，请稍后再试', error);
    });
    if (found === null) return;
    const memberId = actor.kind === 'member' ? actor.memberId : null;
    log.warn({ found, memberId }, 'an infected upload was refused');
    throw invalid('文件里有病毒或恶意程序，不能上传；请在自己的设备上查杀以后再试');
  });
