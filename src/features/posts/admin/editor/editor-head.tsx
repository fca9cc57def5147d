import { Button } from 'antd';
import { useSend } from '#admin/parts/data.ts';
import { DocumentHead } from '#admin/parts/editor/document-head.tsx';
import type { EditorSlot } from '#admin/parts/editor/editor-slot.ts';
import { ConfirmButton } from '#admin/parts/layout/confirm.tsx';
import { StateChip } from '#admin/parts/post-state-chip.tsx';
import { Permit, usePermit } from '#client/permissions.tsx';
import { detailPath } from '#client/routes.ts';
import { slotsOf } from '#client/slots.ts';
import type { AdminPost } from '../../manage/schema.ts';
import type { PostDraft } from './versioned-posts.ts';

/** The panel that opens beside the editor after the draft is saved. */
export type EditorPanel = 'publish' | 'versions' | 'preview' | EditorSlot;

const slots = slotsOf(
  import.meta.glob<{ slot: EditorSlot }>('../../../*/admin/**/editor.*.slot.tsx', { eager: true }),
);

type HeadProps = {
  post: AdminPost;
  draft: Pick<PostDraft, 'version' | 'saveState' | 'save' | 'isWriting'>;
  onOpen: (panel: EditorPanel) => void;
};

const publishVerbs = { draft: '发布', withdrawn: '发布', scheduled: '改定时', published: '发布修改' };

export function EditorHead({ post, draft, onOpen }: HeadProps) {
  const { isWriting, version } = draft;
  const { state, liveVersion, deletedAt, refusal } = post;
  const mayPublish = usePermit('content.publish') && !refusal;
  return (
    <DocumentHead
      title="写稿"
      list={{ to: '/posts', label: '文章' }}
      chip={<StateChip state={state} deletedAt={deletedAt} hasUnpublishedChanges={version > liveVersion} />}
      draft={draft}
    >
      {state === 'published' && (
        <Button href={detailPath(post.content.columnId, post.id)}>在站点上查看</Button>
      )}
      <Button onClick={() => onOpen('preview')}>预览</Button>
      <Button onClick={() => onOpen('versions')}>版本</Button>
      {state === 'published' &&
        mayPublish &&
        slots.map((slot) => (
          <Button key={slot.label} onClick={() => onOpen(slot)}>
            {slot.label}
          </Button>
        ))}
      {isWriting && (
        <Button onClick={() => void draft.save()} title="Ctrl+S">
          保存
        </Button>
      )}
      {(state === 'published' || state === 'scheduled') && !refusal && (
        <Withdraw id={post.id} state={state} />
      )}
      {deletedAt && !refusal && <Undelete id={post.id} />}
      {(mayPublish || isWriting) && !deletedAt && (
        <Button type="primary" onClick={() => onOpen('publish')} title="Ctrl+Enter">
          {mayPublish ? publishVerbs[state] : '送审'}
        </Button>
      )}
    </DocumentHead>
  );
}

function Undelete({ id }: { id: string }) {
  const { send, isSending } = useSend('POST /admin/post/undelete', { done: '已恢复' });
  return (
    <Permit code="content.edit">
      <Button type="primary" loading={isSending} onClick={() => void send({ id })}>
        恢复
      </Button>
    </Permit>
  );
}

function Withdraw({ id, state }: { id: string; state: 'published' | 'scheduled' }) {
  const verb = state === 'scheduled' ? '取消定时' : '撤回';
  const { send } = useSend('POST /admin/post/withdraw', { done: `已${verb}` });
  return (
    <Permit code="content.publish">
      <ConfirmButton
        title={`${verb}这篇稿件？`}
        content={
          state === 'scheduled' ? '到时间也不会发布。' : '它会立即从页面、列表和搜索里消失，可以再发布。'
        }
        onOk={() => send({ id })}
      >
        {verb}
      </ConfirmButton>
    </Permit>
  );
}
