import { type Agent, request } from 'node:http';

/** One request over a connection that the agent keeps: `fetch` costs a multiple, which two cores shared with the portal feel. */
export function send(
  agent: Agent,
  method: string,
  url: string,
  headers: Record<string, string>,
  sent?: { type: string; text: string },
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const described = sent && {
      'content-type': sent.type,
      'content-length': String(Buffer.byteLength(sent.text)),
    };
    const asked = request(url, { agent, method, headers: { ...headers, ...described } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
      );
    });
    asked.setTimeout(30_000, () => asked.destroy(new Error('no answer')));
    asked.on('error', reject);
    asked.end(sent?.text);
  });
}
