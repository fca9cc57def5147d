import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Permit } from '#client/permissions.tsx';
import { toasts } from '#client/toasts.ts';
import type { VersionRecord } from '#features/documents/schema.ts';
import { classNames } from '#ui/class-names.ts';
import { useAction } from '../data.ts';
import { ConfirmButton } from '../layout/confirm.tsx';
import { Loaded } from '../layout/loaded.tsx';
import { Quiet, Section } from '../layout/page.tsx';
import { ReadDrawer } from '../layout/side-drawer.tsx';
import { showTime } from '../show-time.ts';
import { DiffView } from './diff-view.tsx';
import s from './editor.module.css';
import type { BodyDraft } from './use-body-draft.ts';
import type { TitledText } from './versioned.ts';

type VersionsProps<C extends TitledText> = {
  draft: BodyDraft<C>;
  onClose: () => void;
};

/** All versions of a document, with their differences from the editor's content and a restore button. */
export function VersionsDrawer<C extends TitledText>(props: VersionsProps<C>) {
  const { kind, opened } = props.draft;
  const [chosenNumber, setChosenNumber] = useState<number>();
  const read = useQuery({
    queryKey: [kind.area, 'versions', opened.id],
    queryFn: ({ signal }) => kind.listVersions(opened.id, signal),
  });
  return (
    <ReadDrawer title="版本" width={720} onClose={props.onClose} read={read} noun="版本">
      {(versions) => {
        if (versions.length === 0) return <Quiet>还没有保存过版本。改动保存后，每一版都在这里。</Quiet>;
        const version = versions.find(({ number }) => number === chosenNumber);
        return (
          <>
            {kind.retention && <Quiet>{kind.retention}</Quiet>}
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

function VersionDetail<C extends TitledText>({
  draft: { kind, opened, content, version: base, isWriting, replace },
  version: { number, isHead },
  onClose,
}: VersionsProps<C> & { version: VersionRecord }) {
  const { id } = opened;
  const read = useQuery({
    queryKey: [kind.area, 'version', id, number],
    queryFn: ({ signal }) => kind.readVersion(id, number, signal),
  });
  const { run } = useAction(
    async () => {
      await kind.restore(id, base, number);
      return kind.readNewest(id);
    },
    (restored) => {
      toasts.success(`已恢复第 ${number} 版`);
      replace(restored.version, restored.content);
      onClose();
    },
  );
  const restore = !isHead && isWriting && (
    <Permit code={kind.permission}>
      <ConfirmButton
        size="small"
        title={`恢复第 ${number} 版？`}
        content="它会存成新的一版，现在的内容也留在版本里。已发布的要再发布，读者才会看到。"
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
        {(before) => <DiffView before={before} after={content} />}
      </Loaded>
    </Section>
  );
}
