import { useState } from 'react';
import { Permit } from '#client/permissions.tsx';
import { toasts } from '#client/toasts.ts';
import type { AdminPost, Content, VersionRecord } from '#features/posts/admin/schema.ts';
import { classNames } from '#ui/class-names.ts';
import { call } from '../../../api.ts';
import { useAction, useRead } from '../../../parts/data.ts';
import { ConfirmButton } from '../../../parts/layout/confirm.tsx';
import { Loaded } from '../../../parts/layout/loaded.tsx';
import { Quiet, Section } from '../../../parts/layout/page.tsx';
import { ReadDrawer } from '../../../parts/layout/side-drawer.tsx';
import { showTime } from '../../../parts/show-time.ts';
import { DiffView } from './diff-view.tsx';
import s from './editor.module.css';

type VersionsProps = {
  id: string;
  current: Content;
  base: number;
  onClose: () => void;
  onRestored: (restored: AdminPost) => void;
};

/** All versions of a post, with their differences from the editor's content and a restore button. */
export function VersionsDrawer({ onClose, ...props }: VersionsProps) {
  const [chosenNumber, setChosenNumber] = useState<number>();
  const read = useRead('GET /admin/post/versions', { id: props.id });
  return (
    <ReadDrawer title="版本" width={720} onClose={onClose} read={read} noun="版本">
      {(versions) => {
        if (versions.length === 0) return <Quiet>还没有保存过版本。改动保存后，每一版都在这里。</Quiet>;
        const version = versions.find(({ number }) => number === chosenNumber);
        return (
          <>
            <VersionList versions={versions} chosenNumber={chosenNumber} onChoose={setChosenNumber} />
            {version ? (
              <VersionDetail {...props} version={version} />
            ) : (
              <Quiet>选一版，看它和现在有什么不同。</Quiet>
            )}
          </>
        );
      }}
    </ReadDrawer>
  );
}

type ListProps = {
  versions: VersionRecord[];
  chosenNumber: number | undefined;
  onChoose: (number: number) => void;
};

const VersionList = ({ versions, chosenNumber, onChoose }: ListProps) => (
  <ol className={s.versions} aria-label="版本列表">
    {versions.map(({ number, isHead, isLive, savedAt, savedBy }) => (
      <li key={number}>
        <button
          type="button"
          className={classNames(s.version, number === chosenNumber && s.chosen)}
          aria-pressed={number === chosenNumber}
          onClick={() => onChoose(number)}
        >
          <span>
            第 {number} 版{isHead && ' · 最新'}
            {isLive && ' · 读者看到的'}
          </span>
          <small>
            {showTime(savedAt)} {savedBy}
          </small>
        </button>
      </li>
    ))}
  </ol>
);

type VersionDetailProps = Omit<VersionsProps, 'onClose'> & { version: VersionRecord };

function VersionDetail({ id, current, base, version: { number, isHead }, onRestored }: VersionDetailProps) {
  const read = useRead('GET /admin/post/version', { id, number: String(number) });
  const { run } = useAction(
    async () => {
      await call('POST /admin/post/restore', { body: { id, base, number } });
      return call('GET /admin/post/detail', { query: { id } });
    },
    (restored) => {
      toasts.success(`已恢复第 ${number} 版`);
      onRestored(restored);
    },
  );
  const restore = !isHead && (
    <Permit code="content.edit">
      <ConfirmButton
        size="small"
        title={`恢复第 ${number} 版？`}
        content="它会存成新的一版，现在的内容也留在版本里。已发布的稿件要再发布，读者才会看到。"
        okText="恢复"
        onOk={run}
      >
        恢复这一版
      </ConfirmButton>
    </Permit>
  );
  return (
    <Section title={`从第 ${number} 版到现在`} tools={restore}>
      <Loaded read={read} noun="这一版" level={3}>
        {(before) => <DiffView before={before} after={current} />}
      </Loaded>
    </Section>
  );
}
