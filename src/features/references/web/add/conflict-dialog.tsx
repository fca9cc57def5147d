import { Prose } from '#ui/article/prose.tsx';
import { Button } from '#ui/controls/button.tsx';
import { HelpText } from '#ui/controls/form-parts.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { ErrorState } from '#ui/states/empty-state.tsx';
import { useClient } from '#web/client-context.ts';
import { formatStamp } from '#web/parts/personal/stamp.ts';
import { silent } from '#web/parts/use-action.ts';
import { useLoad } from '#web/parts/use-load.ts';
import { useSiteContext } from '#web/site.ts';
import type { ReferenceContent, ReferenceDetail } from '../../schema.ts';
import { describeStatus, isInReview } from '../reference-status.ts';
import { TextPreview } from './text-preview.tsx';

type ConflictDialogProps = {
  referenceId: string;
  /** The unsaved content on this page. */
  mine: ReferenceContent;
  /** `theirs` is the reference as last saved elsewhere. */
  onUseTheirs: (theirs: ReferenceDetail) => void;
  /** `theirs` carries the version that the next save overwrites. */
  onKeepMine: (theirs: ReferenceDetail) => void;
};

/**
 * Shown when a save fails because another tab or device has saved the reference meanwhile. Shows that version and lets
 * the writer choose between the two.
 */
export function ConflictDialog({ referenceId, mine, onUseTheirs, onKeepMine }: ConflictDialogProps) {
  const { today } = useSiteContext();
  const client = useClient();
  const { data, error, retry } = useLoad(referenceId, () =>
    client().call('GET /internalReference/detail', { query: { id: referenceId }, ...silent }),
  );
  // The server accepts no changes to a reference that awaits review.
  const canKeepMine = data && !isInReview(data);
  return (
    <Dialog
      open
      closable={false}
      width={720}
      title="这篇内参刚在别处保存过"
      // The writer must choose: autosave stays blocked until the conflict is resolved.
      onClose={() => undefined}
      footer={
        data && (
          <>
            <Button onClick={() => onUseTheirs(data)}>用别处的</Button>
            {canKeepMine && (
              <Button tone="ink" onClick={() => onKeepMine(data)}>
                保留这里的
              </Button>
            )}
          </>
        )
      }
    >
      {error && <ErrorState level={3} message={error.message} onRetry={retry} />}
      {!data && !error && <p role="status">正在取别处的版本 …</p>}
      {data && (
        <>
          <HelpText>
            <p>
              可能是另一个标签页，或另一台设备，在 {formatStamp(data.updatedAt, today).text} 保存的（
              {describeStatus(data)[0].label}）。这一页上写的还在，没有丢。
            </p>
            <p>
              {canKeepMine
                ? '保留这里的：以这一页为准再存一次。用别处的：放弃这一页上还没保存的改动。'
                : '那边已经提交审核，这一页上的改动存不进去；需要的话先复制出来，再用别处的。'}
            </p>
          </HelpText>
          <TextPreview label="别处的版本" title={data.content.title || '还没有标题'}>
            <Prose html={data.content.html} />
          </TextPreview>
          {!canKeepMine && (
            <TextPreview label="这一页上的" title={mine.title || '还没有标题'}>
              <Prose html={mine.html} />
            </TextPreview>
          )}
        </>
      )}
    </Dialog>
  );
}
