import { join } from 'node:path';
import { sandboxKeys, sandboxMerchant } from '../gateways/sandbox-keys.ts';
import { type PaySandbox, startPaySandbox } from './gateway-server.ts';

/** Starts the sandbox gateway of a portal. Its keys and trades are in the data directory, so they survive a restart. */
export function startPortalPaySandbox({
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
    storeFile: join(folder, 'book.jsonl'),
  });
}
