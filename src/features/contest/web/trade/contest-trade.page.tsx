import { ButtonLink } from '#ui/controls/button.tsx';
import { Breadcrumbs, Main } from '#ui/layout/main.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { definePage } from '#web/page.ts';
import { Trade } from './trade.tsx';
import { loadTrade, type TradeData } from './trade-data.ts';

/** The trading page of the simulated contest; quotes are public. */
export const page = definePage<TradeData>({
  parameters: ['code', 'season'],
  tags: () => ['contest', 'market', 'columns'],
  load: loadTrade,
  describe: ({ quote }, _place, site) => ({
    title: `${quote ? `${quote.name} ${quote.code} ` : ''}模拟交易 - ${site.name}`,
    description: '股神争霸模拟交易：查行情、下委托、看持仓。模拟资金，不涉及真实资金。',
    canonical: '/gszb/trade',
    isNoindex: true,
  }),
  isPersonal: true,
  Page: ({ data }) => <TradePage data={data} />,
});

function TradePage({ data }: { data: TradeData }) {
  const { season } = data;
  return (
    <Main>
      <Breadcrumbs
        items={[{ name: '首页', href: '/index' }, { name: '股神争霸', href: '/gszb' }, { name: '模拟交易' }]}
      />
      {season ? (
        <Trade season={season} data={data} />
      ) : (
        <EmptyState
          level={1}
          title="还没有赛季"
          actions={
            <ButtonLink size="s" href="/gszb">
              回股神争霸
            </ButtonLink>
          }
        >
          <p>编辑部开出第一个赛季后，可以在这里用模拟资金交易。</p>
        </EmptyState>
      )}
    </Main>
  );
}
