import { useOptimistic, useState, useTransition } from 'react';
import { ButtonLink } from '#ui/controls/button.tsx';
import { FormError } from '#ui/controls/form-parts.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import type { NoticesSlot } from '#web/parts/personal/notices-slot.ts';
import { SettingRow } from '#web/parts/personal/setting-row.tsx';
import { silent, useAction } from '#web/parts/use-action.ts';
import type { OwnSubscriptions, Subscription } from '../schema.ts';

const rows: Record<Subscription, { label: string; about: string }> = {
  letter: { label: '编辑来信', about: '编辑挑选的文章，不定期' },
  daily: { label: '每日摘要', about: '一天的新文章，至多一天一封' },
  weekly: { label: '每周摘要', about: '一周的新文章，一周一封' },
};

/** The letters that a member asked for. Nobody gets one without asking. */
function LetterRows({ first }: { first: OwnSubscriptions }) {
  const [saved, setSaved] = useState(first);
  const { address, reason, kinds } = saved;
  return (
    <>
      <SettingRow
        label="寄到"
        note={reason ? undefined : '每封都能一键退订'}
        action={
          reason && (
            <ButtonLink size="s" href="/personal/info">
              {address ? '更换邮箱' : '绑定邮箱'}
            </ButtonLink>
          )
        }
      >
        {reason ?? address}
      </SettingRow>
      {kinds.map(({ kind, isOn }) => (
        <LetterRow key={kind} kind={kind} isOn={isOn} hasAddress={address !== null} onSaved={setSaved} />
      ))}
    </>
  );
}

export const slot: NoticesSlot<OwnSubscriptions> = {
  order: 10,
  id: 'letters',
  title: '邮件报',
  load: (fetchCall) => fetchCall('GET /member/letterSubscriptions', undefined, { isSilent: true }),
  Rows: LetterRows,
};

type RowProps = {
  kind: Subscription;
  isOn: boolean;
  hasAddress: boolean;
  onSaved: (saved: OwnSubscriptions) => void;
};

/** One kind of letter. The switch takes effect optimistically and reverts if it could not be saved. */
function LetterRow({ kind, isOn, hasAddress, onSaved }: RowProps) {
  const { label, about } = rows[kind];
  const { error, run } = useAction();
  const [optimistic, setOptimistic] = useOptimistic(isOn);
  const [, startTransition] = useTransition();
  const change = (next: boolean) =>
    startTransition(async () => {
      setOptimistic(next);
      await run(async (call) => {
        const answer = await call('POST /member/saveLetterSubscription', {
          body: { kind, isOn: next },
          ...silent,
        });
        startTransition(() => onSaved(answer));
      });
    });
  return (
    <SettingRow label={label}>
      {about}
      <Switch
        checked={optimistic}
        disabled={!hasAddress && !optimistic}
        aria-label={`${label}：订阅`}
        onChange={(event) => change(event.target.checked)}
      >
        订阅
      </Switch>
      {error && <FormError>{error}</FormError>}
    </SettingRow>
  );
}
