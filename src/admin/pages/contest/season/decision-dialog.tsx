import { toasts } from '#client/toasts.ts';
import type { DeskPlayer } from '#features/contest/desk/schema.ts';
import { call } from '../../../api.ts';
import { NoteDialog } from '../../../parts/note-dialog.tsx';

/** Asks why before a player is taken out of a season, or let back in. */
export function DecisionDialog(props: { player: DeskPlayer; onClose: () => void; onDone: () => void }) {
  const { id: playerId, name, disqualifiedAt } = props.player;
  const isOut = disqualifiedAt !== null;
  const decide = async (reason: string) => {
    const body = { playerId, reason };
    await (isOut
      ? call('POST /admin/contest/reinstate', { body })
      : call('POST /admin/contest/disqualify', { body }));
    toasts.success(isOut ? `${name} 已恢复资格` : `${name} 已被取消资格`);
    props.onDone();
  };
  return (
    <NoteDialog
      title={isOut ? `恢复“${name}”的资格？` : `取消“${name}”的资格？`}
      verb={isOut ? '恢复资格' : '取消资格'}
      isDanger={!isOut}
      warning={
        isOut
          ? '恢复以后可以继续下单，名次按现在的资产重排。'
          : '立即从各个榜单上消失，后面的名次前移；没有成交的委托全部撤销，不能再下单。之后可以恢复。'
      }
      field={
        isOut
          ? { label: '原因', note: '写进操作日志，只有编辑部看得到。', isNeeded: true }
          : { label: '原因', note: '选手会收到通知，原因写在 TA 的选手页上，所有人看得到。', isNeeded: true }
      }
      onSubmit={decide}
      onClose={props.onClose}
    />
  );
}
