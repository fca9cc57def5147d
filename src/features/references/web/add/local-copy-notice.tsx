import { useLocalCopy } from '#client/use-local-copy.ts';
import { toIso } from '#shared/dates.ts';
import { Button } from '#ui/controls/button.tsx';
import { Notice } from '#ui/states/notice.tsx';
import { formatStamp } from '#web/parts/personal/stamp.ts';
import { useSiteContext } from '#web/site.ts';
import type { ReferenceContent, ReferenceDetail } from '../../schema.ts';
import type { ReferenceDraft } from './use-reference-draft.ts';

type LocalCopyNoticeProps = {
  draft: ReferenceDraft;
  /** The version on the server; absent if there is none yet. */
  reference: ReferenceDetail | undefined;
  onRestore: (content: ReferenceContent) => void;
};

/** Offers the copy that this browser saved while the server was unreachable. */
export function LocalCopyNotice({ draft, reference, onRestore }: LocalCopyNoticeProps) {
  const { today } = useSiteContext();
  const copy = useLocalCopy(draft.copyKey, reference, onRestore);
  if (!copy) return null;
  return (
    <Notice
      tone="info"
      icon="clock"
      role="status"
      action={
        <>
          <Button size="s" onClick={copy.restore}>
            恢复
          </Button>
          <Button size="s" tone="text" onClick={copy.discard}>
            丢弃
          </Button>
        </>
      }
    >
      这台设备上有一份没有保存的内容，写于 {formatStamp(toIso(new Date(copy.at)), today).text}。
      {copy.isOld ? '之后又保存过别的改动，恢复后以这一份为准。' : '可以接着写。'}
    </Notice>
  );
}
