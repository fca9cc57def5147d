import { connect, type NetConnectOpts } from 'node:net';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** Where clamd listens: `host:port`, or the path of a Unix socket. */
export type ClamdAddress = NetConnectOpts;

/** A scan of a large file takes seconds; who is silent for longer is away. */
const maxSilenceMs = 20_000;

/**
 * Lets clamd scan a file by its INSTREAM command (clamd(8)). @returns the name of what it found, null for a clean file
 * @throws when clamd is away, or refuses the file, as one larger than its StreamMaxLength
 */
export async function scanFile(
  address: ClamdAddress,
  content: AsyncIterable<Uint8Array>,
): Promise<string | null> {
  const reply = await ask(address, instream(content));
  if (reply === 'stream: OK') return null;
  const found = /^stream: (.+) FOUND$/.exec(reply)?.[1];
  if (found) return found;
  throw new Error(`clamd answered: ${reply.slice(0, 200)}`);
}

/** @throws when clamd is away */
export async function pingClamd(address: ClamdAddress): Promise<void> {
  const reply = await ask(address, [Buffer.from('zPING\0')]);
  if (reply !== 'PONG') throw new Error(`clamd answered: ${reply.slice(0, 200)}`);
}

async function* instream(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of content) {
    if (chunk.length === 0) continue;
    yield lengthOf(chunk.length);
    yield chunk;
  }
  yield lengthOf(0);
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

async function ask(
  address: ClamdAddress,
  request: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<string> {
  const socket = connect(address);
  socket.setTimeout(maxSilenceMs, () => socket.destroy(new Error('clamd did not answer in time')));
  try {
    const [reply] = await Promise.all([text(socket), pipeline(request, socket, { end: false })]);
    return reply.replace(/\0$/, '').trim();
  } finally {
    socket.destroy();
  }
}
