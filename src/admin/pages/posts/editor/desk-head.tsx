import { App, Button } from 'antd';
import { Link } from 'react-router';
import { CallError } from '#client/call-error.ts';
import type { Saving } from '#client/draft.ts';
import { Permit, usePermit } from '#client/permissions.tsx';
import { toasts } from '#client/toasts.ts';
import { withdraw } from '../post-acts.ts';
import { type Standing, StateChip } from '../state-chip.tsx';
import s from './editor.module.css';
import { SavingNote } from './saving-note.tsx';

export interface DeskHeadProps {
  id: string;
  standing: Standing & { publishedAt: string | null };
  saving: Saving;
  isWriting: boolean;
  onSave: () => void;
  onPreview: () => void;
  onVersions: () => void;
  onPublish: () => void;
  onWithdrawn: () => Promise<void>;
}

/** Where the piece stands and what can be done to it. */
export function DeskHead(props: DeskHeadProps) {
  const { standing, saving, isWriting } = props;
  const { state } = standing;
  const mayPublish = usePermit('content.publish');
  return (
    <header className={s.head}>
      <h1 className="vh">写稿</h1>
      <Link className={s.back ?? ''} to="/posts">
        ‹ 文章
      </Link>
      <StateChip {...standing} />
      {isWriting && <SavingNote saving={saving} />}
      <div className={s.acts}>
        <Button onClick={props.onPreview}>预览</Button>
        <Button onClick={props.onVersions}>版本</Button>
        {isWriting && (
          <Button onClick={props.onSave} title="Ctrl+S">
            保存
          </Button>
        )}
        {(state === 'published' || state === 'scheduled') && (
          <Permit code="content.publish">
            <Withdraw {...props} />
          </Permit>
        )}
        {(mayPublish || isWriting) && (
          <Button type="primary" onClick={props.onPublish} title="Ctrl+Enter">
            {!mayPublish
              ? '送审'
              : state === 'published'
                ? '发布修改'
                : state === 'scheduled'
                  ? '改定时'
                  : '发布'}
          </Button>
        )}
      </div>
    </header>
  );
}

function Withdraw({ id, standing: { state }, onWithdrawn }: DeskHeadProps) {
  const { modal } = App.useApp();
  const name = state === 'scheduled' ? '取消定时' : '撤回';
  const ask = () =>
    modal.confirm({
      title: `${name}这篇稿件？`,
      content:
        state === 'scheduled' ? '到时间也不会发布。' : '它会立即从页面、列表和搜索里消失，可以再发布。',
      okText: name,
      onOk: async () => {
        try {
          await withdraw(id);
          await onWithdrawn();
          toasts.success(`已${name}`);
        } catch (error) {
          if (error instanceof CallError) toasts.error(error.message);
        }
      },
    });
  return <Button onClick={ask}>{name}</Button>;
}
