import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Loads htmlparser2 at the first parse, because most processes and commands parse no markup. */
export const htmlParser = () => require('htmlparser2') as typeof import('htmlparser2');
