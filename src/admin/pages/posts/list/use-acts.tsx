import { App } from 'antd';
import { useState } from 'react';
import type { DeskRecord } from '#features/posts/desk/schema.ts';
import { deleteDraft, publishNewest, withdraw } from '../post-acts.ts';
import { doToMany, type Outcome } from './do-to-many.ts';

export type Act = {
  name: '发布' | '撤回' | '删除';
  code: 'content.publish' | 'content.edit';
  /** Whether it can be done to this piece as it stands. */
  fits: (piece: DeskRecord) => boolean;
};

export const acts: readonly Act[] = [
  {
    name: '发布',
    code: 'content.publish',
    fits: ({ state, hasUnpublishedChanges }) => state !== 'published' || hasUnpublishedChanges,
  },
  {
    name: '撤回',
    code: 'content.publish',
    fits: ({ state }) => state === 'published' || state === 'scheduled',
  },
  { name: '删除', code: 'content.edit', fits: ({ state }) => state === 'draft' },
];

const runs = { 发布: publishNewest, 撤回: withdraw, 删除: deleteDraft };
const warnings = {
  发布: '读者立即就能看到它们的最新版本。',
  撤回: '它们会立即从页面、列表和搜索里消失。',
  删除: '草稿和它的所有版本都会删除，不能恢复。',
};

/** What runs, or ran, over the chosen pieces. */
export type Run = { act: Act['name']; pieces: DeskRecord[]; outcomes: Outcome[] };

/** Does things to pieces of the list, after a question; `onDone` when all are through. */
export function useActs(onDone: () => void): {
  run: Run | undefined;
  ask: (act: Act, pieces: DeskRecord[]) => void;
  forget: () => void;
} {
  const { modal } = App.useApp();
  const [run, setRun] = useState<Run>();
  const ask = ({ name }: Act, pieces: DeskRecord[]) => {
    const [only] = pieces;
    modal.confirm({
      title:
        pieces.length === 1 && only ? `${name}《${only.title}》？` : `${name}选中的 ${pieces.length} 篇？`,
      content: warnings[name].replaceAll('它们', pieces.length === 1 ? '它' : '它们'),
      okText: name,
      onOk: async () => {
        const tell = (outcomes: Outcome[]) => setRun({ act: name, pieces, outcomes });
        tell([]);
        await doToMany(
          pieces.map(({ id }) => id),
          runs[name],
          tell,
        );
        onDone();
      },
    });
  };
  return { run, ask, forget: () => setRun(undefined) };
}
