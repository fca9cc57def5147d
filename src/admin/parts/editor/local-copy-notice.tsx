import { Alert, Button } from 'antd';
import { useLocalCopy } from '#client/use-local-copy.ts';
import { toIso } from '#shared/dates.ts';
import { Row } from '../layout/page.tsx';
import { showTime } from '../show-time.ts';
import type { useFormDraft } from './use-body-draft.ts';

/** Offers the copy that this browser saved while the server was unreachable. */
export function LocalCopyNotice<C extends object>({
  draft: { copyKey, opened, restore },
  oldNote = '之后又被保存过，恢复后会成为新的一版；原来的可以在“版本”里找到。',
}: {
  draft: Pick<ReturnType<typeof useFormDraft<C>>, 'copyKey' | 'opened' | 'restore'>;
  /** What restoring does to what was saved after the copy. */
  oldNote?: string;
}) {
  const copy = useLocalCopy(copyKey, opened, restore);
  if (!copy) return null;
  return (
    <Alert
      type="info"
      showIcon
      title={`这台电脑上有一份没有保存的内容，写于 ${showTime(toIso(new Date(copy.at)))}`}
      description={copy.isOld ? oldNote : '可以接着写。'}
      action={
        <Row>
          <Button size="small" onClick={copy.restore}>
            恢复
          </Button>
          <Button size="small" type="text" onClick={copy.discard}>
            丢弃
          </Button>
        </Row>
      }
    />
  );
}
