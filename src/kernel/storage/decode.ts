import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { analyse } from 'chardet';
import iconv from 'iconv-lite';

/** Bytes read from a file at a time; also the sample for detecting the encoding. */
const chunkSize = 256 * 1024;
const headSize = 64 * 1024;

/**
 * Yields the text of a file in chunks, in any of these encodings: UTF-8 and UTF-16 with or without byte order mark, GBK
 * and GB18030, Big5. Line endings become `\n`. A UTF-8 file with a few broken bytes stays UTF-8; they become U+FFFD.
 */
export async function* readText(path: string): AsyncGenerator<string> {
  const decoder = iconv.getDecoder(await detectEncoding(path));
  let isAfterReturn = false;
  // A CR at the end of a chunk may be half of a CRLF.
  const withLineEnds = (text: string) => {
    let rest = text;
    if (isAfterReturn && rest.startsWith('\n')) rest = rest.slice(1);
    if (text !== '') isAfterReturn = text.endsWith('\r');
    return rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest;
  };
  for await (const bytes of createReadStream(path, { highWaterMark: chunkSize })) {
    const text = withLineEnds(decoder.write(bytes as Buffer));
    if (text !== '') yield text;
  }
  const rest = withLineEnds(decoder.end() ?? '');
  if (rest !== '') yield rest;
}

/** Like `readText`, for bytes in memory, such as a form's file or an HTTP response. */
export function decodeText(bytes: Buffer): string {
  return iconv.decode(bytes, encodingOf(bytes)).replace(/\r\n?/g, '\n');
}

function encodingOf(bytes: Buffer): string {
  const head = bytes.subarray(0, headSize);
  const byMark = encodingByMark(head) ?? utf16WithoutMark(head);
  if (byMark) return byMark;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return 'utf8';
  } catch {
    const from = Math.max(0, firstBrokenIn(bytes) - 4_096);
    const sample = fromLineStart(bytes.subarray(from, from + headSize));
    return isMostlyUtf8(sample) ? 'utf8' : legacyEncoding(sample);
  }
}

/** Returns the beginning of a file's text, to detect its format. */
export async function readHead(path: string): Promise<string> {
  for await (const text of readText(path)) return text.slice(0, 16_384);
  return '';
}

async function detectEncoding(path: string): Promise<string> {
  const head = await readBytes(path, 0);
  const byMark = encodingByMark(head) ?? utf16WithoutMark(head);
  if (byMark) return byMark;
  const broken = await firstBrokenUtf8(path);
  if (broken === null) return 'utf8';
  // Starts at the line before, otherwise the sample might begin in the middle of a character.
  const sample = fromLineStart(await readBytes(path, Math.max(0, broken - 4_096)));
  return isMostlyUtf8(sample) ? 'utf8' : legacyEncoding(sample);
}

function encodingByMark(head: Buffer): string | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : null;
}

/**
 * Text has no zero bytes except as half of an ASCII character in UTF-16, always on the same side. Chinese text has few
 * ASCII characters, so a few such halves suffice if the bytes are not UTF-8 either.
 */
function utf16WithoutMark(head: Buffer): string | null {
  const pairs = Math.floor(Math.min(head.length, 16_384) / 2);
  const found = { 'utf-16le': 0, 'utf-16be': 0 };
  for (let at = 0; at < pairs * 2; at += 2) {
    const [first = 0, second = 0] = [head[at], head[at + 1]];
    if (second === 0 && first > 0 && first < 0x80) found['utf-16le']++;
    if (first === 0 && second > 0 && second < 0x80) found['utf-16be']++;
  }
  const [encoding, other] =
    found['utf-16le'] > found['utf-16be']
      ? (['utf-16le', 'utf-16be'] as const)
      : (['utf-16be', 'utf-16le'] as const);
  if (found[encoding] < 2 || found[encoding] < found[other] * 4) return null;
  return found[encoding] * 10 > pairs || !isMostlyUtf8(head) ? encoding : null;
}

/** Returns the approximate byte at which the file stops being UTF-8. A character cut off by its end does not count. */
async function firstBrokenUtf8(path: string): Promise<number | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let at = 0;
  for await (const bytes of createReadStream(path, { highWaterMark: chunkSize })) {
    try {
      decoder.decode(bytes as Buffer, { stream: true });
    } catch {
      return at + firstBrokenIn(bytes as Buffer);
    }
    at += (bytes as Buffer).length;
  }
  return null;
}

function firstBrokenIn(bytes: Buffer): number {
  const found = bytes.toString('utf8').indexOf('\ufffd');
  return found < 0 ? 0 : Buffer.byteLength(bytes.toString('utf8').slice(0, found));
}

function isMostlyUtf8(sample: Buffer): boolean {
  const text = sample.toString('utf8');
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const whole = text.match(/[^\0-\u007f\ufffd]/gu)?.length ?? 0;
  return whole > broken * 10;
}

function legacyEncoding(sample: Buffer): string {
  const guesses = analyse(sample);
  const confidenceOf = (name: string) => guesses.find((guess) => guess.name === name)?.confidence ?? 0;
  const broken = iconv.decode(sample, 'gb18030').match(/\ufffd/g)?.length ?? 0;
  const isChinese = broken <= 1 + sample.length / 1_000;
  if (confidenceOf('Big5') > confidenceOf('GB18030') + 20) return 'big5';
  if (isChinese) return 'gb18030';
  const best = guesses.find(({ name }) => iconv.encodingExists(name))?.name;
  return best ?? 'gb18030';
}

function fromLineStart(bytes: Buffer): Buffer {
  const at = bytes.subarray(0, 4_096).indexOf(0x0a);
  return at < 0 ? bytes : bytes.subarray(at + 1);
}

async function readBytes(path: string, position: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headSize), 0, headSize, position);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
