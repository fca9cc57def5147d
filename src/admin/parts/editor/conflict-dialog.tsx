import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import type { VersionRecord } from '#features/documents/schema.ts';
import { Loaded } from '../layout/loaded.tsx';
import { Quiet } from '../layout/page.tsx';
import { showTime } from '../show-time.ts';
import { DiffView } from './diff-view.tsx';
import type { BodyDraft } from './use-body-draft.ts';
import type { TitledText } from './versioned.ts';

/**
 * Version conflict: another person has saved meanwhile. Shows the differences and asks which text to continue with.
 * Both remain as versions.
 */
export function ConflictDialog<C extends TitledText>({
  draft: { kind, opened, content: mine, replace, overwrite },
}: {
  draft: BodyDraft<C>;
}) {
  const { id } = opened;
  const [isComparing, setIsComparing] = useState(false);
  return (
    <ConflictFrame
      queryKey={[kind.area, 'conflict', id]}
      readTheirs={async (signal) => {
        const [theirs, versions] = await Promise.all([
          kind.readNewest(id, signal),
          kind.listVersions(id, signal),
        ]);
        return { ...theirs, head: versions.find(({ isHead }) => isHead) };
      }}
      noun="对方的版本"
      titleOf={() => `${kind.subject}刚被别人保存过`}
      footerOf={({ version, content }) => [
        <Button key="compare" aria-expanded={isComparing} onClick={() => setIsComparing(!isComparing)}>
          {isComparing ? '收起对照' : '对照不同'}
        </Button>,
        <Button key="theirs" onClick={() => replace(version, content)}>
          用对方的
        </Button>,
        <Button key="mine" type="primary" onClick={() => void overwrite(version)}>
          保留我的
        </Button>,
      ]}
    >
      {({ content, head }) => (
        <>
          <Explanation head={head} />
          {isComparing && (
            <>
              <Quiet>从对方的版本到我的</Quiet>
              <DiffView before={content} after={mine} />
            </>
          )}
        </>
      )}
    </ConflictFrame>
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

type FrameProps<T> = {
  /** Not the key of the editor, whose cached document is the older version. */
  queryKey: readonly string[];
  readTheirs: (signal: AbortSignal) => Promise<T>;
  noun: string;
  titleOf: (theirs: T | undefined) => string;
  footerOf: (theirs: T) => ReactNode;
  children: (theirs: T) => ReactNode;
};

/** The frame of a conflict dialog. It stays until the person decides, because nothing is saved before. */
export function ConflictFrame<T>({ queryKey, readTheirs, noun, titleOf, footerOf, children }: FrameProps<T>) {
  const read = useQuery({ queryKey, gcTime: 0, queryFn: ({ signal }) => readTheirs(signal) });
  return (
    <Modal
      open
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      width={720}
      title={titleOf(read.data)}
      footer={read.data && footerOf(read.data)}
    >
      <Loaded read={read} noun={noun} level={3}>
        {children}
      </Loaded>
    </Modal>
  );
}
