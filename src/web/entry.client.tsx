import '#ui/tokens.css';
import '#ui/base.css';
import '#ui/progress.css';
import type { Payload } from './payload.ts';
import { startSite } from './start-site.tsx';

const payload = JSON.parse(document.getElementById('payload')?.textContent ?? '{}') as Payload;
await startSite(payload, document.getElementById('root') as HTMLElement);
