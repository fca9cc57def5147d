import { Alert, Button } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { DeskSeason } from '#features/contest/desk/schema.ts';
import { call } from '../../../api.ts';
import { useDeskBody } from '../../../parts/body/use-desk-body.ts';
import { useLeaveGuard } from '../../../parts/use-leave-guard.ts';
import { faultOf } from '../../../parts/use-load.ts';
import s from '../contest.module.css';
import { GameFields } from './game-fields.tsx';
import { RulesField } from './rules-field.tsx';
import { draftOf, lackOf, type SeasonDraft } from './season-draft.ts';
import { ShownFields } from './shown-fields.tsx';

type SeasonFormProps = {
  /** Undefined for a new one. */
  season: DeskSeason | undefined;
  onSaved: (id: string) => void;
  /** Asks for the newest, and begins from it. */
  onRefresh: () => void;
};

/** All that is decided about a season. */
export function SeasonForm({ season, onSaved, onRefresh }: SeasonFormProps) {
  const [draft, setDraft] = useState<SeasonDraft>(() => draftOf(season));
  const [isDirty, setIsDirty] = useState(false);
  const [refusal, setRefusal] = useState<{ message: string; isStale: boolean }>();
  const [isBusy, setIsBusy] = useState(false);
  const change = (to: Partial<SeasonDraft>) => {
    setDraft((held) => ({ ...held, ...to }));
    setIsDirty(true);
    setRefusal(undefined);
  };
  const editing = useDeskBody(draft.rules, true, (rules) => change({ rules }));
  useLeaveGuard(isDirty && !isBusy);
  const lack = lackOf(draft);
  const save = async () => {
    editing.flush();
    const { startsOn, endsOn, startingCash, commissionLeast } = draft;
    setIsBusy(true);
    setRefusal(undefined);
    try {
      const { id } = await call('POST /admin/contest/season', {
        body: {
          ...draft,
          ...(season && { id: season.id, mark: season.mark }),
          startsOn: startsOn ?? '',
          endsOn: endsOn ?? '',
          startingCash: startingCash ?? 0,
          commissionLeast: commissionLeast ?? 0,
        },
        silent: true,
      });
      setIsDirty(false);
      toasts.success(season ? '赛季已保存' : '赛季已建好');
      onSaved(id);
    } catch (error) {
      const { message, status } = faultOf(error);
      setRefusal({ message, isStale: status === 409 && season !== undefined });
    } finally {
      setIsBusy(false);
    }
  };
  const players = season?.players ?? 0;
  return (
    // No form: Enter settles a date in its field, and must not save what is half written.
    <div className={s.form}>
      {players > 0 && (
        <Alert
          type="info"
          showIcon
          title={`已有 ${players} 人报名：资金、板块、持仓上限、费用和开始日期不能再改，其余仍可修改。`}
        />
      )}
      <ShownFields
        draft={draft}
        isFixed={players > 0}
        isEnded={season?.state === 'ended'}
        onChange={change}
      />
      <GameFields draft={draft} isFixed={players > 0} onChange={change} />
      <RulesField editing={editing} />
      {refusal && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={refusal.message}
          action={
            refusal.isStale && (
              <Button size="small" onClick={onRefresh}>
                看最新的内容
              </Button>
            )
          }
        />
      )}
      <div className={s.acts}>
        <Button type="primary" loading={isBusy} disabled={lack !== undefined} onClick={() => void save()}>
          {season ? '保存' : '建好赛季'}
        </Button>
        {lack && (
          <span className={s.quiet} role="status">
            {lack}
          </span>
        )}
      </div>
    </div>
  );
}
