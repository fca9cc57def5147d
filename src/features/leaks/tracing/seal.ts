import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { dayMs } from '#shared/dates.ts';

/** The reader and post of a copy, and the Shanghai day (`2026-11-21`) on which it was served. */
export type Copy = { memberId: string; postId: string; day: string };

/** Seals and opens copies with the keys of one portal. */
export type Seals = { seal(copy: Copy): Buffer; open(block: Buffer): Copy | null };

export const sealBytes = 16;
const idBytes = 5;

/**
 * Encrypts a copy as one AES block, so that no table of who read what is needed. Its last four bytes are zero before
 * encryption: an invented block, or one changed by a single bit, decrypts to noise there, so no one can be framed
 * without the key. A single block needs no mode of operation; `ecb` is Node's name for that.
 */
export function openSeals(secret: string): Seals {
  const key = createHmac('sha256', secret).update('copies').digest().subarray(0, sealBytes);
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  const decipher = createDecipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  return {
    seal({ memberId, postId, day }) {
      const block = Buffer.alloc(sealBytes);
      block.writeUIntBE(Number(memberId), 0, idBytes);
      block.writeUIntBE(Number(postId), idBytes, idBytes);
      block.writeUInt16BE(Date.parse(day) / dayMs, 2 * idBytes);
      return cipher.update(block);
    },
    open(sealed) {
      const block = decipher.update(sealed);
      if (block.readUInt32BE(sealBytes - 4) !== 0) return null;
      return {
        memberId: String(block.readUIntBE(0, idBytes)),
        postId: String(block.readUIntBE(idBytes, idBytes)),
        day: new Date(block.readUInt16BE(2 * idBytes) * dayMs).toISOString().slice(0, 10),
      };
    },
  };
}
