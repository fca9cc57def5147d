import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { call } from '#admin/api.ts';
import { useAction } from '#admin/parts/data.ts';
import { ConflictFrame } from '#admin/parts/editor/conflict-dialog.tsx';
import { DiffView } from '#admin/parts/editor/diff-view.tsx';
import { Quiet } from '#admin/parts/layout/page.tsx';
import { escapeHtml } from '#shared/text/escape-html.ts';
import type { Content, LetterDetail } from '../schema.ts';
import s from './letters.module.css';

type ConflictProps = {
  id: string;
  mine: Content;
  onUseTheirs: (theirs: LetterDetail) => void;
  onKeepMine: (theirs: LetterDetail) => void;
};

/**
 * Another person has saved, scheduled or sent the letter meanwhile. Letters have no versions, so the person's own text
 * can become another draft instead of being lost.
 */
export function LetterConflict({ id, mine, onUseTheirs, onKeepMine }: ConflictProps) {
  const navigate = useNavigate();
  const copy = useAction(async (theirs: LetterDetail) => {
    const { id: copyId } = await call('POST /admin/letter/create', {});
    await call('POST /admin/letter/save', { body: { id: copyId, base: 1, content: mine } });
    onUseTheirs(theirs);
    void navigate(`/letters/${copyId}`);
  });
  return (
    <ConflictFrame
      queryKey={['letter conflict', id]}
      readTheirs={(signal) => call('GET /admin/letter/detail', { query: { id }, signal })}
      noun="对方的内容"
      titleOf={(theirs) =>
        !theirs || isDraft(theirs) ? '这封邮件报刚被别人保存过' : '这封邮件报已经定时或发送'
      }
      footerOf={(theirs) => (
        <div className={s.conflict}>
          <Button onClick={() => onUseTheirs(theirs)}>{isDraft(theirs) ? '用对方的' : '放弃我的改动'}</Button>
          <Button
            type={isDraft(theirs) ? 'default' : 'primary'}
            loading={copy.isRunning}
            onClick={() => void copy.run(theirs)}
          >
            我的另存为草稿
          </Button>
          {isDraft(theirs) && (
            <Button type="primary" onClick={() => onKeepMine(theirs)}>
              保留我的
            </Button>
          )}
        </div>
      )}
    >
      {(theirs) => (
        <>
          <p>你写的还在这一页上，没有丢。从对方的到我的：</p>
          <DiffView before={toText(theirs.content, theirs)} after={toText(mine, theirs)} />
          {isDraft(theirs) && (
            <Quiet>保留我的：替换对方刚保存的内容。用对方的：放弃这一页上还没保存的改动。</Quiet>
          )}
        </>
      )}
    </ConflictFrame>
  );
}

const isDraft = ({ state }: LetterDetail): boolean => state === 'draft';

const toText = ({ subject, introduction, postIds }: Content, { list }: LetterDetail) => ({
  title: subject,
  html: [
    ...introduction.split('\n').filter(Boolean),
    ...postIds.map((id) => `《${list.find((post) => post.id === id)?.title ?? `文章 ${id}`}》`),
  ]
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join(''),
});
