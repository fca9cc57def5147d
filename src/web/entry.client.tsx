import '#ui/tokens.css';
import '#ui/base.css';
import '#ui/progress.css';
import { reloadIfUpgraded, showMissingFiles } from '#client/missing-file.ts';
import type { Payload } from './payload.ts';
import { startSite } from './start-site.tsx';

const payload = JSON.parse(document.getElementById('payload')?.textContent ?? '{}') as Payload;
try {
  await startSite(payload, document.getElementById('root') as HTMLElement);
  if (import.meta.env.PROD && payload.site.hasOffline) registerWorker();
} catch (error) {
  if (!(await reloadIfUpgraded(error))) showMissingFiles();
  throw error;
}

/** Registers src/features/settings/offline/worker.js once the page has loaded, which it must not slow down. */
function registerWorker(): void {
  const register = () => void navigator.serviceWorker?.register('/sw.js').catch(() => undefined);
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}
