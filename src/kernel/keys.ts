import { createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

// A key becomes an object as soon as it is read: such an object prints and serialises as nothing, so that no log, error
// or answer can hold it by mistake.

/** An RSA private key: a file's path, PEM, or bare Base64 as Alipay's tool writes it. */
export const privateKey = setting('RSA 私钥文件的路径，或 PEM 文本', (given) => readPrivate(readText(given)));

/** An RSA public key: a file's path, PEM, or bare Base64. */
export const publicKey = setting('RSA 公钥文件的路径，或 PEM 文本', (given) => readPublic(readText(given)));

/** The same where nobody may have files of this machine read. */
export const privateKeyText = setting(' RSA 私钥的 PEM 文本（2048 位以上）', (given) =>
  readPrivate(unfold(given)),
);

/** The same; a private key, of which OpenSSL would make the public one, is refused here, since this one is shown. */
export const publicKeyText = setting(' RSA 公钥的 PEM 文本（不是私钥）', (given) => {
  if (given.includes('PRIVATE')) throw new Error('a private key');
  return readPublic(unfold(given));
});

function readPrivate(text: string): KeyObject {
  const der = bare(text);
  const key = der
    ? eitherOf(
        () => createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
        () => createPrivateKey({ key: der, format: 'der', type: 'pkcs1' }),
      )
    : createPrivateKey(text);
  return asRsa(key);
}

function readPublic(text: string): KeyObject {
  const der = bare(text);
  return asRsa(der ? createPublicKey({ key: der, format: 'der', type: 'spki' }) : createPublicKey(text));
}

/** Certificates in one or more PEM files, by comma: the public key of each by its serial number. */
export const certificates = z.string().transform((paths, check): Record<string, KeyObject> => {
  try {
    const pems = paths
      .split(',')
      .flatMap(
        (path) => readText(path).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [],
      );
    if (pems.length === 0) throw new Error('none');
    const read = pems.map((pem) => new X509Certificate(pem));
    return Object.fromEntries(read.map(({ serialNumber, publicKey }) => [serialNumber, asRsa(publicKey)]));
  } catch {
    check.addIssue({ code: 'custom', message: '应为证书文件（PEM）的路径，多个用逗号隔开' });
    return z.NEVER;
  }
});

function setting(what: string, read: (text: string) => KeyObject) {
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

/** A file's text where there is such a file; in one line of `.env` a PEM has its line ends written as \n. */
function readText(given: string): string {
  const text = given.trim();
  const isPath = text.length < 1000 && !text.startsWith('-----') && existsSync(text);
  return isPath ? readFileSync(text, 'utf8').trim() : unfold(text);
}

const unfold = (text: string): string => text.trim().replaceAll('\\n', '\n');

function bare(text: string): Buffer | null {
  return /^[A-Za-z0-9+/=\s]+$/.test(text) ? Buffer.from(text, 'base64') : null;
}

function eitherOf<T>(one: () => T, other: () => T): T {
  try {
    return one();
  } catch {
    return other();
  }
}

function asRsa(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < 2048)
    throw new Error('not a key of RSA of at least 2048 bits');
  return key;
}
