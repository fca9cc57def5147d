import { Alert, Button } from 'antd';
import { useNavigate } from 'react-router';
import { SaveButton, SaveForm } from '#admin/parts/form/save-form.tsx';
import { type Save, useSave } from '#admin/parts/form/use-save.ts';
import { type AdminSeason, seasonInput } from '../../manage/schema.ts';
import s from '../contest.module.css';
import { RulesItem } from './rules-item.tsx';
import { GameItems, SeasonItems } from './season-items.tsx';

/** Defaults of a new season: ¥1,000,000 starting cash, every board, and a broker's usual fees. */
const newSeasonValues = {
  name: '',
  startsOn: null,
  endsOn: null,
  startingCash: 100_000_000,
  boards: ['main', 'chinext', 'star', 'bse'] as AdminSeason['boards'],
  withSt: false,
  positionCapBp: 4000,
  commissionPpm: 250,
  commissionLeast: 500,
  indexCode: null,
  delayDays: 1,
  forWhom: 'member' as const,
  prizes: '',
  rules: '',
  isOpen: false,
};

/** Form values of a season. `mark` is its version token: the server rejects a save over another person's change. */
function valuesOf(season: AdminSeason) {
  const { state, players, disqualified, clearedOn, ...values } = season;
  return values;
}

type Values = typeof newSeasonValues | ReturnType<typeof valuesOf>;

type Props = {
  /** Undefined for a new season. */
  season: AdminSeason | undefined;
  /** Refetches the season and discards the typed values. */
  onRestart?: () => void;
};

export function SeasonForm({ season, onRestart }: Props) {
  const save = useSeasonSave(season);
  const players = season?.players ?? 0;
  return (
    <div className={s.form}>
      <SaveForm save={save} label="赛季设置">
        {players > 0 && (
          <Alert
            type="info"
            showIcon
            title={`已有 ${players} 人报名：资金、板块、持仓上限、费用和开始日期不能再改，其余仍可修改。`}
          />
        )}
        <SeasonItems isFixed={players > 0} isEnded={season?.state === 'ended'} />
        <GameItems isFixed={players > 0} />
        <RulesItem />
        <SaveButton
          save={save}
          beside={season && save.formError && <Button onClick={onRestart}>看最新的内容</Button>}
        >
          {season ? '保存' : '建好赛季'}
        </SaveButton>
      </SaveForm>
    </div>
  );
}

function useSeasonSave(season: AdminSeason | undefined): Save<Values> {
  const navigate = useNavigate();
  return useSave('POST /admin/contest/season', {
    schema: seasonInput,
    initial: season ? valuesOf(season) : newSeasonValues,
    // The schema rejects a missing day or amount before the body is sent.
    toBody: (values) => values as ReturnType<typeof valuesOf>,
    done: season ? '赛季已保存' : '赛季已建好',
    onSaved: ({ id }) => !season && void navigate(`/contest/${id}`, { replace: true }),
  });
}
