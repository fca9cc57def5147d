import type { IncomingMessage } from 'node:http';

/**
 * Returns the host name of a `Host` header or a setting in the form in which hosts are compared: in lower case, without
 * port and final dot, an internationalised name in ASCII (RFC 5891). Null if the text is no host.
 */
export function normaliseHost(text: string): string | null {
  // A URL parser drops or reinterprets these, so a different host could result.
  if (/[\s/\\?#@%]/.test(text)) return null;
  const host = URL.parse(`http://${text}`)?.hostname.replace(/\.$/, '');
  return host ? host : null;
}

/**
 * Whether a request has more than one `Host` header, which RFC 9112 §3.2 has a server refuse: Node uses the first, and a
 * proxy in front may use another.
 */
export function hasSeveralHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count > 1;
}
