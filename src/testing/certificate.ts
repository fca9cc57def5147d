import { createPublicKey, type KeyObject, sign } from 'node:crypto';

const tlv = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const length =
    body.length < 128
      ? Buffer.from([body.length])
      : Buffer.from([0x82, body.length >> 8, body.length & 0xff]);
  return Buffer.concat([Buffer.from([tag]), length, body]);
};
const sequence = (...parts: Buffer[]) => tlv(0x30, ...parts);
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'));
const time = (text: string) => tlv(0x17, Buffer.from(text));

/** Creates a self-signed certificate, valid from 2020 to 2049: enough to carry a public key and a serial number. */
export function makeCertificate(key: KeyObject, serial: string): string {
  const algorithm = sequence(oid('2a864886f70d01010b'), tlv(0x05));
  const name = sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from('stand-in')))));
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from(serial, 'hex')),
    algorithm,
    name,
    sequence(time('200101000000Z'), time('491231235959Z')),
    name,
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
  );
  const signature = tlv(0x03, Buffer.from([0]), sign('RSA-SHA256', body, key));
  const der = sequence(body, algorithm, signature).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${(der.match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`;
}
