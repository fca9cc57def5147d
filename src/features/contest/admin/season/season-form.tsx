import { EditorContent } from '@tiptap/react';
import { Alert, Button, Form } from 'antd';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { AdminBodyToolbar } from '#admin/parts/body/admin-body-toolbar.tsx';
import { useAdminBodyEditor } from '#admin/parts/body/use-admin-body-editor.ts';
import { SaveButton, SaveForm } from '#admin/parts/form/save-form.tsx';
import { type Save, useSave } from '#admin/parts/form/use-save.ts';
import { Quiet, Section } from '#admin/parts/layout/page.tsx';
import { type AdminSeason, seasonInput } from '../../manage/schema.ts';
import s from '../contest.module.css';
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

/** Rules page of a season, edited as rich text. */
const RulesItem = () => (
  <Section title="规则">
    <Quiet>
      读者在规则页看到；请写明奖品如何发放、什么情况会取消资格。交易时间、涨跌幅和费用由系统按实际设置列出，不用在这里重复。
    </Quiet>
    <Form.Item name="rules">
      <BodyInput />
    </Form.Item>
  </Section>
);

/** Control of `RulesItem`. The value is HTML. */
function BodyInput({ value = '', onChange }: { value?: string; onChange?: (html: string) => void }) {
  const written = useRef(value);
  const { editor, flush, replace } = useAdminBodyEditor(value, true, (html) => {
    written.current = html;
    onChange?.(html);
  });
  useEffect(() => {
    // A refetch brought rules that another person changed.
    if (value === written.current) return;
    written.current = value;
    replace(value);
  }, [value, replace]);
  return (
    <div className={s.editor} onBlur={flush}>
      {editor && <AdminBodyToolbar editor={editor} />}
      <EditorContent editor={editor} className={s.writing ?? ''} />
    </div>
  );
}
