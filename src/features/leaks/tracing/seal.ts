import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { dayMs } from '#shared/dates.ts';

/** Whose copy of which piece, and on which Shanghai day (`2026-11-21`) it was answered. */
export type Copy = { memberId: string; postId: string; day: string };

/** Keys of one portal: with them a copy is sealed and opened again. */
export type Seals = { seal(copy: Copy): Buffer; open(block: Buffer): Copy | null };

export const sealBytes = 16;
const idBytes = 5;

/**
 * A copy as one block of AES, without a table of who read what. Its last four bytes are zero before it is sealed: what
 * somebody invents, or changes by a single bit, opens as noise there, so nobody can be framed without the key. One block
 * alone has no mode to choose; `ecb` is Node's name for that.
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
