/** The sandbox gateway in a separate process, so that its processor time for signing does not count as the portal's. */
import { Agent } from 'node:http';
import { join } from 'node:path';
import { sandboxKeys, sandboxMerchant } from '#features/payments/index.ts';
import { startPaySandbox } from '../src/features/payments/sandbox/gateway-server.ts';
import { receiveTask } from './contenders.ts';
import { send } from './send.ts';

const agent = new Agent({ keepAlive: true });
const { port, dataDir } = await receiveTask<{ dataDir: string }>();
await startPaySandbox({
  host: '127.0.0.1',
  port,
  parties: { ...sandboxMerchant, ...partiesOf(dataDir) },
  async deliver(url, { headers, body }) {
    const sent = { type: 'application/json', text: body };
    return (await send(agent, 'POST', url, headers, sent)).status;
  },
});
process.send?.('ready');

function partiesOf(folder: string) {
  const { merchantPublic, platform, apiKey } = sandboxKeys(join(folder, 'pay-sandbox'));
  return { merchantPublic, platform, apiKey };
}
