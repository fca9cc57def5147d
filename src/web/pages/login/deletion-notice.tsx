import { useEffect, useRef, useState } from 'react';
import { toasts } from '#client/toasts.ts';
import { Button } from '#ui/controls/button.tsx';
import { useClient } from '../../client-context.ts';
import { FormStack } from '../../parts/login-layout.tsx';

/** Somebody logged in during the days of grace before their account is deleted: they may take it back. */
export function DeletionNotice({ dueAt, onGoOn }: { dueAt: string; onGoOn: () => void }) {
  const client = useClient();
  const [isBusy, setIsBusy] = useState(false);
  const first = useRef<HTMLDivElement>(null);

  useEffect(() => first.current?.querySelector('button')?.focus(), []);

  async function takeBack() {
    setIsBusy(true);
    try {
      await client().call('POST /member/cancelDeletion');
      toasts.success('已撤销注销，账号一切照旧');
      onGoOn();
    } catch {
      // Told in the alert; the person may press again.
      setIsBusy(false);
    }
  }

  return (
    <div ref={first}>
      <FormStack>
        <p>
          这个账号已申请注销，将于 <time dateTime={dueAt}>{longTime(dueAt)}</time>
          删除。在那之前可以撤销，资料、收藏和关注都会保留。
        </p>
        <Button tone="ink" wide busy={isBusy} onClick={takeBack}>
          撤销注销
        </Button>
        <Button wide onClick={onGoOn}>
          仍要注销，继续浏览
        </Button>
      </FormStack>
    </div>
  );
}

/** A time said in full, for what must not be mistaken: `2026-12-01T08:00:00+08:00` → `2026 年 12 月 1 日 08:00`. */
function longTime(iso: string): string {
  const [year, month, day] = iso.slice(0, 10).split('-').map(Number);
  return `${year} 年 ${month} 月 ${day} 日 ${iso.slice(11, 16)}`;
}
