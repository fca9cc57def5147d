import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useNavigate } from 'react-router';
import { call } from '#admin/api.ts';
import { useAction } from '#admin/parts/data.ts';
import { DiffView } from '#admin/parts/editor/diff-view.tsx';
import { Loaded } from '#admin/parts/layout/loaded.tsx';
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
  // A separate query key: the editor's cached letter is the older version.
  const read = useQuery({
    queryKey: ['letter conflict', id],
    gcTime: 0,
    queryFn: ({ signal }) => call('GET /admin/letter/detail', { query: { id }, signal }),
  });
  const copy = useAction(async (theirs: LetterDetail) => {
    const { id: copyId } = await call('POST /admin/letter/create', {});
    await call('POST /admin/letter/save', { body: { id: copyId, base: 1, content: mine } });
    onUseTheirs(theirs);
    void navigate(`/letters/${copyId}`);
  });
  const isDraft = read.data?.state === 'draft';
  return (
    <Modal
      open
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      width={720}
      title={isDraft || !read.data ? '这封邮件报刚被别人保存过' : '这封邮件报已经定时或发送'}
      footer={
        read.data && (
          <div className={s.conflict}>
            <Button onClick={() => onUseTheirs(read.data)}>{isDraft ? '用对方的' : '放弃我的改动'}</Button>
            <Button
              type={isDraft ? 'default' : 'primary'}
              loading={copy.isRunning}
              onClick={() => void copy.run(read.data)}
            >
              我的另存为草稿
            </Button>
            {isDraft && (
              <Button type="primary" onClick={() => onKeepMine(read.data)}>
                保留我的
              </Button>
            )}
          </div>
        )
      }
    >
      <Loaded read={read} noun="对方的内容" level={3}>
        {(theirs) => (
          <>
            <p>你写的还在这一页上，没有丢。从对方的到我的：</p>
            <DiffView before={toText(theirs.content, theirs)} after={toText(mine, theirs)} />
            {isDraft && <Quiet>保留我的：替换对方刚保存的内容。用对方的：放弃这一页上还没保存的改动。</Quiet>}
          </>
        )}
      </Loaded>
    </Modal>
  );
}

const toText = ({ subject, introduction, postIds }: Content, { list }: LetterDetail) => ({
  title: subject,
  html: [
    ...introduction.split('\n').filter(Boolean),
    ...postIds.map((id) => `《${list.find((post) => post.id === id)?.title ?? `文章 ${id}`}》`),
  ]
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join(''),
});
