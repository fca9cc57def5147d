import { useId } from 'react';
import type { ContestSeason } from '#features/contest/schema.ts';
import { TabList } from '#ui/controls/tabs.tsx';
import { Section } from '#ui/layout/section.tsx';
import { ReturnCurve } from '../return-curve.tsx';
import { Fills } from './fills.tsx';
import { Holdings } from './holdings.tsx';
import { Orders } from './orders.tsx';
import type { OwnAccount } from './use-account.ts';

export type PortfolioView = 'holdings' | 'orders' | 'fills' | 'curve';

type PortfolioProps = {
  season: ContestSeason;
  own: OwnAccount;
  view: PortfolioView;
  onView: (view: PortfolioView) => void;
  chosen: string | null;
  /** A holding is chosen to be sold; any other name just to be looked at. */
  onChoose: (code: string, side?: 'sell') => void;
  onChanged: () => void;
};

/** What a player has, ordered and traded. */
export function Portfolio(props: PortfolioProps) {
  const { own, view, onView } = props;
  const idBase = useId();
  const { account, open } = own;
  if (!account || !open) return null;
  return (
    <Section first id="portfolio" title="我的模拟账户">
      <TabList
        idBase={idBase}
        label="我的模拟账户"
        items={[
          { id: 'holdings', label: '持仓', count: account.holdings.length },
          { id: 'orders', label: '委托', count: open.length },
          { id: 'fills', label: '成交' },
          { id: 'curve', label: '资产曲线' },
        ]}
        selected={view}
        onSelect={onView}
      />
      <div role="tabpanel" id={`${idBase}-panel-${view}`} aria-labelledby={`${idBase}-tab-${view}`}>
        <View {...props} account={account} open={open} />
      </div>
    </Section>
  );
}

type ViewProps = PortfolioProps & {
  account: NonNullable<OwnAccount['account']>;
  open: NonNullable<OwnAccount['open']>;
};

function View({ season, view, account, open, chosen, onChoose, onChanged }: ViewProps) {
  // An order that ended is no longer among the open ones.
  const revision = open.map(({ id }) => id).join(' ');
  if (view === 'holdings')
    return (
      <Holdings holdings={account.holdings} chosen={chosen} onChoose={(code) => onChoose(code, 'sell')} />
    );
  if (view === 'orders') return <Orders {...{ open, revision, onChanged, onChoose }} seasonId={season.id} />;
  if (view === 'fills') return <Fills {...{ revision, onChoose }} seasonId={season.id} />;
  return <ReturnCurve name="我" of={account} season={season} />;
}
