import { connect, type NetConnectOpts } from 'node:net';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** Where clamd, the ClamAV daemon, listens: a host and port, or the path of a Unix socket. */
export type ClamdAddress = NetConnectOpts;

/** Time without traffic after which clamd counts as unreachable; scanning a large file takes seconds. */
const idleTimeoutMs = 20_000;

/**
 * Scans a file with clamd's INSTREAM command (clamd(8)).
 * @returns the name of the malware signature that matched, null for a clean file
 * @throws if clamd is unreachable or rejects the file, for example because it exceeds clamd's StreamMaxLength
 */
export async function scanFile(
  address: ClamdAddress,
  content: AsyncIterable<Uint8Array>,
): Promise<string | null> {
  const reply = await sendCommand(address, instreamRequest(content));
  if (reply === 'stream: OK') return null;
  const found = /^stream: (.+) FOUND$/.exec(reply)?.[1];
  if (found) return found;
  throw new Error(`clamd answered: ${reply.slice(0, 200)}`);
}

/** @throws if clamd is unreachable */
export async function pingClamd(address: ClamdAddress): Promise<void> {
  const reply = await sendCommand(address, [Buffer.from('zPING\0')]);
  if (reply !== 'PONG') throw new Error(`clamd answered: ${reply.slice(0, 200)}`);
}

/**
 * Yields an INSTREAM request: the command, then chunks that each follow their length, then the length 0. The prefix `z`
 * ends commands and replies with a zero byte.
 */
async function* instreamRequest(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of content) {
    if (chunk.length === 0) continue;
    yield encodeLength(chunk.length);
    yield chunk;
  }
  yield encodeLength(0);
}

function encodeLength(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

async function sendCommand(
  address: ClamdAddress,
  request: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<string> {
  const socket = connect(address);
  socket.setTimeout(idleTimeoutMs, () => socket.destroy(new Error('clamd did not answer in time')));
  try {
    // Errors are ignored here: clamd may reply before the whole file is sent, and a failed write destroys the socket,
    // which makes the read below throw.
    pipeline(request, socket, { end: false }).catch(() => undefined);
    const reply = await text(socket);
    return reply.replace(/\0$/, '').trim();
  } finally {
    socket.destroy();
  }
}
