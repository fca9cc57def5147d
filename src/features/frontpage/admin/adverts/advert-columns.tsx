import type { DataColumn } from '#admin/parts/list/data-column.ts';
import { OpenButton } from '#admin/parts/list/data-table.tsx';
import { showNumber } from '#admin/parts/show-number.ts';
import type { AdminAdvert } from '../../adverts/schema.ts';
import s from '../frontpage.module.css';
import { StateChip, showPeriod, stateName } from '../state-chip.tsx';
import { positionName, showRate } from './positions.ts';

const rateOf = ({ impressions, clicks }: AdminAdvert) => showRate(impressions, clicks);

/** Columns of the list of adverts; the name opens the form. */
export const advertColumns = (open: (advert: AdminAdvert) => void): DataColumn<AdminAdvert>[] => [
  {
    key: 'title',
    title: '广告',
    render: (advert) => (
      <div className={s.advert}>
        {advert.image ? <img src={advert.image} alt="" loading="lazy" /> : <span />}
        <div>
          <OpenButton onClick={() => open(advert)} below={advert.href || '没有链接'}>
            {advert.title}
          </OpenButton>
        </div>
      </div>
    ),
  },
  {
    key: 'position',
    title: '广告位',
    width: 100,
    render: ({ position }) => positionName(position),
    text: ({ position }) => positionName(position),
  },
  {
    key: 'state',
    title: '状态',
    width: 90,
    render: ({ state }) => <StateChip state={state} />,
    text: stateName,
  },
  { key: 'period', title: '时间', width: 170, render: showPeriod, text: showPeriod },
  { key: 'weight', title: '权重', width: 70, align: 'right' },
  {
    key: 'impressions',
    title: '曝光',
    width: 90,
    align: 'right',
    render: ({ impressions }) => showNumber(impressions),
  },
  { key: 'clicks', title: '点击', width: 80, align: 'right', render: ({ clicks }) => showNumber(clicks) },
  { key: 'rate', title: '点击率', width: 90, align: 'right', render: rateOf, text: rateOf },
];
