import { join } from 'node:path';
import { sandboxKeys, sandboxMerchant } from '#features/payments/index.ts';
import { type PaySandbox, startPaySandbox } from './pay.ts';

/** The sandbox gateway of a portal: its keys and its book are in the data directory, so that a restart forgets nothing. */
export function startOwnPaySandbox({
  host,
  port,
  folder,
}: {
  host: string;
  port: number;
  folder: string;
}): Promise<PaySandbox> {
  const { merchantPublic, platform, apiKey } = sandboxKeys(folder);
  return startPaySandbox({
    host,
    port,
    parties: { ...sandboxMerchant, merchantPublic, platform, apiKey },
    bookFile: join(folder, 'book.jsonl'),
  });
}
