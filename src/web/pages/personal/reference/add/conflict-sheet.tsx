import type { ReferenceContent, ReferenceDetail } from '#features/references/schema.ts';
import { Prose } from '#ui/article/prose.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Words } from '#ui/controls/form-parts.tsx';
import { Dialog } from '#ui/floats/dialog.tsx';
import { Failed } from '#ui/states/void.tsx';
import { useClient } from '../../../../client-context.ts';
import { silent } from '../../../../parts/use-act.ts';
import { useLoad } from '../../../../parts/use-load.ts';
import { useSurroundings } from '../../../../site.ts';
import { stampOf } from '../../stamp.ts';
import { isWaiting, looksOf } from '../words.ts';
import { PaperBox } from './paper-box.tsx';

type ConflictSheetProps = {
  id: string;
  mine: ReferenceContent;
  onTakeTheirs: (theirs: ReferenceDetail) => void;
  onKeepMine: (theirs: ReferenceDetail) => void;
};

/** Another tab or device saved meanwhile: what it has, and whose goes on. */
export function ConflictSheet({ id, mine, onTakeTheirs, onKeepMine }: ConflictSheetProps) {
  const { today } = useSurroundings();
  const client = useClient();
  const { data, fault, retry } = useLoad(id, () =>
    client().call('GET /internalReference/detail', { query: { id }, ...silent }),
  );
  const mayKeep = data && !isWaiting(data);
  return (
    <Dialog
      open
      closable={false}
      width={720}
      title="这篇内参刚在别处保存过"
      // Nothing goes on before it is decided.
      onClose={() => undefined}
      footer={
        data && (
          <>
            <Button onClick={() => onTakeTheirs(data)}>用别处的</Button>
            {mayKeep && (
              <Button tone="ink" onClick={() => onKeepMine(data)}>
                保留这里的
              </Button>
            )}
          </>
        )
      }
    >
      {fault && <Failed level={3} message={fault.message} onRetry={retry} />}
      {!data && !fault && <p role="status">正在取别处的版本 …</p>}
      {data && (
        <>
          <Words>
            <p>
              可能是另一个标签页，或另一台设备，在 {stampOf(data.updatedAt, today).text} 保存的（
              {looksOf(data)[0]?.label}）。这一页上写的还在，没有丢。
            </p>
            <p>
              {mayKeep
                ? '保留这里的：以这一页为准再存一次。用别处的：放弃这一页上还没保存的改动。'
                : '那边已经提交审核，这一页上的改动存不进去；需要的话先复制出来，再用别处的。'}
            </p>
          </Words>
          <PaperBox label="别处的版本" title={data.content.title || '还没有标题'}>
            <Prose html={data.content.html} />
          </PaperBox>
          {!mayKeep && (
            <PaperBox label="这一页上的" title={mine.title || '还没有标题'}>
              <Prose html={mine.html} />
            </PaperBox>
          )}
        </>
      )}
    </Dialog>
  );
}
