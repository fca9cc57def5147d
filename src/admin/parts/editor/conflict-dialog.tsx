import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import type { VersionRecord } from '#features/documents/schema.ts';
import { Loaded } from '../layout/loaded.tsx';
import { Quiet } from '../layout/page.tsx';
import { showTime } from '../show-time.ts';
import { DiffView } from './diff-view.tsx';
import type { Opened, Versioned } from './versioned.ts';

type ConflictProps<C> = {
  kind: Versioned<C>;
  id: string;
  mine: C;
  onUseTheirs: (theirs: Opened<C>) => void;
  onKeepMine: (theirs: Opened<C>) => void;
};

/**
 * Version conflict: another person has saved meanwhile. Shows the differences and asks which text to continue with.
 * Both remain as versions.
 */
export function ConflictDialog<C extends { title: string; html: string }>({
  kind,
  id,
  mine,
  onUseTheirs,
  onKeepMine,
}: ConflictProps<C>) {
  const [isComparing, setIsComparing] = useState(false);
  const read = useTheirs(kind, id);
  return (
    <Modal
      open
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      width={720}
      title={`${kind.subject}刚被别人保存过`}
      footer={
        read.data && [
          <Button key="compare" aria-expanded={isComparing} onClick={() => setIsComparing(!isComparing)}>
            {isComparing ? '收起对照' : '对照不同'}
          </Button>,
          <Button key="theirs" onClick={() => onUseTheirs(read.data.theirs)}>
            用对方的
          </Button>,
          <Button key="mine" type="primary" onClick={() => onKeepMine(read.data.theirs)}>
            保留我的
          </Button>,
        ]
      }
    >
      <Loaded read={read} noun="对方的版本" level={3}>
        {({ theirs, head }) => (
          <>
            <Explanation head={head} />
            {isComparing && (
              <>
                <Quiet>从对方的版本到我的</Quiet>
                <DiffView before={theirs.content} after={mine} />
              </>
            )}
          </>
        )}
      </Loaded>
    </Modal>
  );
}

const Explanation = ({ head }: { head: VersionRecord | undefined }) => (
  <>
    <p>
      <strong>{head?.savedBy ?? '别人'}</strong>
      {head && ` 在 ${showTime(head.savedAt)} 保存了第 ${head.number} 版`}
      。你写的还在这一页上，没有丢。
    </p>
    <Quiet>
      保留我的：存成新的一版，对方的那一版可以在“版本”里找到。用对方的：放弃这一页上还没保存的改动。
    </Quiet>
  </>
);

// A separate query key: the editor's cached document is the older version.
const useTheirs = <C,>({ key, readNewest, listVersions }: Versioned<C>, id: string) =>
  useQuery({
    queryKey: [key, 'conflict', id],
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const [theirs, versions] = await Promise.all([readNewest(id, signal), listVersions(id, signal)]);
      return { theirs, head: versions.find(({ isHead }) => isHead) };
    },
  });
