import { Alert, Button } from 'antd';
import { useState } from 'react';
import { deleteLocalCopy, type LocalCopyKey, readLocalCopy } from '#client/local-copy.ts';
import { toIso } from '#shared/dates.ts';
import { Row } from '../layout/page.tsx';
import { showTime } from '../show-time.ts';
import type { Opened } from './versioned.ts';

/** Offers the copy that this browser saved while the server was unreachable. Restoring it counts as a change. */
export function LocalCopyNotice<C>({
  copyKey,
  opened,
  oldNote = '之后又被保存过，恢复后会成为新的一版；原来的可以在“版本”里找到。',
  onRestore,
}: {
  copyKey: LocalCopyKey;
  opened: Opened<C>;
  /** What restoring does to what was saved after the copy. */
  oldNote?: string;
  onRestore: (content: C) => void;
}) {
  const [copy, setCopy] = useState(() => {
    const stored = readLocalCopy<C>(copyKey);
    return stored && JSON.stringify(stored.content) !== JSON.stringify(opened.content)
      ? { ...stored, isOld: stored.base !== opened.version }
      : undefined;
  });
  if (!copy) return null;
  const closeAfter = (action: () => void) => () => {
    action();
    setCopy(undefined);
  };
  return (
    <Alert
      type="info"
      showIcon
      title={`这台电脑上有一份没有保存的内容，写于 ${showTime(toIso(new Date(copy.at)))}`}
      description={copy.isOld ? oldNote : '可以接着写。'}
      action={
        <Row>
          <Button size="small" onClick={closeAfter(() => onRestore(copy.content))}>
            恢复
          </Button>
          <Button size="small" type="text" onClick={closeAfter(() => deleteLocalCopy(copyKey))}>
            丢弃
          </Button>
        </Row>
      }
    />
  );
}
