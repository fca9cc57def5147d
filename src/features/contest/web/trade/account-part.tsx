import { type Tone, toneOf, toneOfReturn, writeGain, writeMoney, writeReturn } from '#shared/market.ts';
import { Figure } from '#web/parts/market/figure.tsx';
import type { ContestAccount } from '../../schema.ts';
import s from './account-part.module.css';

/** The player's account, in yuan. */
export function AccountPart({ account }: { account: ContestAccount }) {
  const { assets, cash, frozenCash, marketValue, todayGain, returnPpm, place } = account;
  return (
    <AccountBand
      figures={[
        {
          label: '模拟总资产（元）',
          value: writeMoney(assets),
          note: place ? `总榜第 ${place} 名` : undefined,
        },
        { label: '今日盈亏', value: writeGain(todayGain), tone: toneOf(todayGain) },
        { label: '收益率', value: writeReturn(returnPpm), tone: toneOfReturn(returnPpm) },
        { label: '可用', value: writeMoney(cash - frozenCash) },
        { label: '冻结', value: writeMoney(frozenCash) },
        { label: '持仓市值', value: writeMoney(marketValue) },
      ]}
    />
  );
}

interface AccountFigure {
  label: string;
  value: string;
  tone?: Tone | undefined;
  note?: string | undefined;
}

/** The figures of the simulated account, total assets first. */
function AccountBand({ figures }: { figures: readonly AccountFigure[] }) {
  return (
    <dl className={s.band} aria-label="模拟账户">
      {figures.map(({ label, value, tone, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <Figure tone={tone}>{value}</Figure>
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
