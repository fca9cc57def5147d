import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

// A key becomes a KeyObject as soon as it is read: it prints and serialises as nothing, so no log, error or response
// can reveal it by accident.

/** Schema of an RSA private key: the path of a file, PEM, or bare Base64 as Alipay's tool writes it. */
export const privateKey = keySchema('RSA 私钥文件的路径，或 PEM 文本', (given) =>
  readPrivate(readText(given)),
);

/** Schema of an RSA public key: the path of a file, PEM, or bare Base64. */
export const publicKey = keySchema('RSA 公钥文件的路径，或 PEM 文本', (given) => readPublic(readText(given)));

/** Like `privateKey`, but without file paths, for input that must not read files of this machine. */
export const privateKeyText = keySchema(' RSA 私钥的 PEM 文本（2048 位以上）', (given) =>
  readPrivate(unescapeLineBreaks(given)),
);

/**
 * Like `publicKey` without file paths. Refuses a private key, from which OpenSSL would derive the public one, because
 * this value is shown again.
 */
export const publicKeyText = keySchema(' RSA 公钥的 PEM 文本（不是私钥）', (given) => {
  if (given.includes('PRIVATE')) throw new Error('a private key');
  return readPublic(unescapeLineBreaks(given));
});

function readPrivate(text: string): KeyObject {
  const der = decodeBase64(text);
  const key = der
    ? eitherOf(
        () => createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
        () => createPrivateKey({ key: der, format: 'der', type: 'pkcs1' }),
      )
    : createPrivateKey(text);
  return requireRsa(key);
}

function readPublic(text: string): KeyObject {
  const der = decodeBase64(text);
  return requireRsa(der ? createPublicKey({ key: der, format: 'der', type: 'spki' }) : createPublicKey(text));
}

/** Schema of comma-separated PEM files with certificates: returns each public key by its serial number. */
export const certificates = z.string().transform((paths, check): Record<string, KeyObject> => {
  try {
    const pems = paths
      .split(',')
      .flatMap(
        (path) => readText(path).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [],
      );
    if (pems.length === 0) throw new Error('none');
    const read = pems.map((pem) => new X509Certificate(pem));
    return Object.fromEntries(
      read.map(({ serialNumber, publicKey }) => [serialNumber, requireRsa(publicKey)]),
    );
  } catch {
    check.addIssue({ code: 'custom', message: '应为证书文件（PEM）的路径，多个用逗号隔开' });
    return z.NEVER;
  }
});

function keySchema(what: string, read: (text: string) => KeyObject) {
  return z.string().transform((given, check): KeyObject => {
    try {
      return read(given);
    } catch {
      // The library's message may quote the key.
      check.addIssue({ code: 'custom', message: `应为${what}` });
      return z.NEVER;
    }
  });
}

/** Returns a file's text if the file exists. A PEM in a line of `.env` has its line breaks escaped as \n. */
function readText(given: string): string {
  const text = given.trim();
  const isPath = text.length < 1000 && !text.startsWith('-----') && existsSync(text);
  return isPath ? readFileSync(text, 'utf8').trim() : unescapeLineBreaks(text);
}

const unescapeLineBreaks = (text: string): string => text.trim().replaceAll('\\n', '\n');

function decodeBase64(text: string): Buffer | null {
  return /^[A-Za-z0-9+/=\s]+$/.test(text) ? Buffer.from(text, 'base64') : null;
}

function eitherOf<T>(one: () => T, other: () => T): T {
  try {
    return one();
  } catch {
    return other();
  }
}

function requireRsa(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
    throw new Error('not a key of RSA of at least 2048 bits');
  return key;
}
