import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** htmlparser2, loaded when the first markup is parsed: most processes and commands parse none. */
export const htmlParser = () => require('htmlparser2') as typeof import('htmlparser2');
