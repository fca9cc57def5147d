import { useEffect, useRef, useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { Button } from '#ui/controls/button.tsx';
import { useClient } from '#web/client-context.ts';
import { FormStack } from '../login-layout.tsx';

/** Shown after a log-in during the grace period before the account is deleted: the member can cancel the deletion. */
export function DeletionNotice({ dueAt, onContinue }: { dueAt: string; onContinue: () => void }) {
  const client = useClient();
  const [isBusy, setIsBusy] = useState(false);
  const container = useRef<HTMLDivElement>(null);

  useEffect(() => container.current?.querySelector('button')?.focus(), []);

  async function cancelDeletion() {
    setIsBusy(true);
    try {
      await client().call('POST /member/cancelDeletion');
      toasts.success('已撤销注销，账号一切照旧');
      onContinue();
    } catch {
      // The alert has shown the error; the member may press again.
      setIsBusy(false);
    }
  }

  return (
    <div ref={container}>
      <FormStack>
        <p>
          这个账号已申请注销，将于 <time dateTime={dueAt}>{formatLongTime(dueAt)}</time>
          删除。在那之前可以撤销，资料、收藏和关注都会保留。
        </p>
        <Button tone="ink" wide busy={isBusy} onClick={cancelDeletion}>
          撤销注销
        </Button>
        <Button wide onClick={onContinue}>
          仍要注销，继续浏览
        </Button>
      </FormStack>
    </div>
  );
}

/** Formats a time in full, to leave no doubt: `2026-12-01T08:00:00+08:00` → `2026 年 12 月 1 日 08:00`. */
function formatLongTime(iso: string): string {
  const [year, month, day] = iso.slice(0, 10).split('-').map(Number);
  return `${year} 年 ${month} 月 ${day} 日 ${iso.slice(11, 16)}`;
}
