import './no-owner-stacks.ts';
import '#ui/tokens.css';
import '#ui/base.css';
import '#ui/progress.css';
import { toast } from 'sonner';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import { useDialogs } from '#client/dialogs.ts';
import { interceptApi, resetApi, settleCalls } from './api.ts';
import { closeAdmin, putPayload } from './open-admin.ts';
import { closeSite, settleNavigation } from './open-site.ts';

// As in ../set-up.ts: any console error or warning of the page fails the test.
let consoleErrors: string[] = [];
// In development Ant Design warns when a dialog with a picker closes: the field leaves the document before its popup.
const popupOfClosedDialog = 'trigger element and popup element should in same shadow root';

beforeAll(async () => {
  document.documentElement.lang = 'zh-CN';
  interceptApi();
  await putPayload();
});

beforeEach(async () => {
  for (const level of ['error', 'warn'] as const)
    console[level] = (...parts: unknown[]) => {
      if (String(parts[0]).includes(popupOfClosedDialog)) return;
      consoleErrors.push(`console.${level}: ${parts.map(String).join(' ')}`);
    };
  await settleCalls();
  await page.viewport(1440, 900);
  // Discards what late answers to the previous test's page brought: calls, messages, sessions.
  consoleErrors = [];
  resetApi();
  closeSite();
  useDialogs.setState({ waiting: [] });
  toast.dismiss();
});

afterEach(async () => {
  const missing = resetApi().map((key) => `${key} was called, but this test defines no answer`);
  await settleNavigation();
  closeAdmin();
  closeSite();
  if (consoleErrors.length + missing.length > 0) throw new Error([...consoleErrors, ...missing].join('\n'));
});
