import { TextAreaItem } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { type AdminPlayer, decisionInput } from '../../manage/schema.ts';

/** Texts and calls for disqualifying and reinstating a player. */
const decisions = {
  disqualify: {
    call: 'POST /admin/contest/disqualify',
    verb: '取消资格',
    title: (name: string) => `取消“${name}”的资格？`,
    done: (name: string) => `${name} 已被取消资格`,
    warning: '立即从各个榜单上消失，后面的名次前移；没有成交的委托全部撤销，不能再下单。之后可以恢复。',
    note: '选手会收到通知，原因写在 TA 的选手页上，所有人看得到。',
  },
  reinstate: {
    call: 'POST /admin/contest/reinstate',
    verb: '恢复资格',
    title: (name: string) => `恢复“${name}”的资格？`,
    done: (name: string) => `${name} 已恢复资格`,
    warning: '恢复以后可以继续下单，名次按现在的资产重排。',
    note: '写进操作日志，只有编辑部看得到。',
  },
} as const;

export function DecisionDialog({ player, onClose }: { player: AdminPlayer; onClose: () => void }) {
  const { id: playerId, name, disqualifiedAt } = player;
  const { call, verb, title, done, warning, note } = decisions[disqualifiedAt ? 'reinstate' : 'disqualify'];
  const save = useSave(call, {
    schema: decisionInput,
    initial: { reason: '' },
    toBody: ({ reason }) => ({ playerId, reason }),
    done: done(name),
    onSaved: onClose,
  });
  return (
    <FormDialog
      save={save}
      title={title(name)}
      okText={verb}
      isDanger={!disqualifiedAt}
      width={460}
      onClose={onClose}
    >
      <p>{warning}</p>
      <TextAreaItem name="reason" label="原因" note={note} />
    </FormDialog>
  );
}
