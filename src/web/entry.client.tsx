import '#ui/tokens.css';
import '#ui/base.css';
import '#ui/progress.css';
import { reloadIfUpgraded, showMissingFiles } from '#client/missing-file.ts';
import type { Payload } from './payload.ts';
import { startSite } from './start-site.tsx';

const payload = JSON.parse(document.getElementById('payload')?.textContent ?? '{}') as Payload;
try {
  await startSite(payload, document.getElementById('root') as HTMLElement);
} catch (error) {
  if (!(await reloadIfUpgraded(error))) showMissingFiles();
  throw error;
}
