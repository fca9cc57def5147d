import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

// The EICAR test file, split in two so that scanners do not flag this source file.
export const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!'}$H+H*`;

/**
 * Starts a stand-in for clamd, on a free port if none is given. It implements PING and INSTREAM of clamd(8), each terminated by a zero
 * byte, with a size limit, and detects the EICAR test file.
 */
export async function startStandInClamd({ port = 0, maxBytes = 1024 * 1024 } = {}) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined));
    let input = Buffer.alloc(0);
    socket.on('data', (part) => {
      input = Buffer.concat([input, part]);
      const reply = answer(input, maxBytes);
      if (reply !== null) socket.end(`${reply}\0`);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns null while the command or its stream is incomplete. */
function answer(input: Buffer, maxBytes: number): string | null {
  const end = input.indexOf(0);
  if (end < 0) return null;
  const command = input.subarray(0, end).toString('latin1');
  if (command === 'zPING') return 'PONG';
  if (command !== 'zINSTREAM') return 'UNKNOWN COMMAND';
  const chunks: Buffer[] = [];
  let taken = 0;
  for (let at = end + 1; at + 4 <= input.length; ) {
    const length = input.readUInt32BE(at);
    if (length === 0)
      return Buffer.concat(chunks).includes(eicar) ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK';
    taken += length;
    if (taken > maxBytes) return 'INSTREAM size limit exceeded. ERROR';
    if (at + 4 + length > input.length) return null;
    chunks.push(input.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}
