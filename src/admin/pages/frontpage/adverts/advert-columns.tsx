import { Button, type TableProps } from 'antd';
import type { DeskAdvert } from '#features/frontpage/adverts/schema.ts';
import s from '../frontpage.module.css';
import { Period, StandingChip } from '../standing.tsx';
import { positionName, showRate } from './positions.ts';

export type AdvertActs = {
  onEdit: (advert: DeskAdvert) => void;
  onPause: (advert: DeskAdvert) => void;
  onFigures: (advert: DeskAdvert) => void;
  onRemove: (advert: DeskAdvert) => void;
};

const figure = (value: number) => <span className={s.figure}>{value.toLocaleString('zh-CN')}</span>;

export function advertColumns({
  onEdit,
  onPause,
  onFigures,
  onRemove,
}: AdvertActs): NonNullable<TableProps<DeskAdvert>['columns']> {
  return [
    { title: '广告', key: 'advert', render: (_, advert) => <What advert={advert} /> },
    { title: '广告位', dataIndex: 'position', width: 100, render: positionName },
    { title: '状态', dataIndex: 'state', width: 90, render: (state) => <StandingChip state={state} /> },
    { title: '时间', key: 'period', width: 150, render: (_, advert) => <Period {...advert} /> },
    { title: '权重', dataIndex: 'weight', width: 70, align: 'right', render: figure },
    { title: '曝光', dataIndex: 'impressions', width: 90, align: 'right', render: figure },
    { title: '点击', dataIndex: 'clicks', width: 80, align: 'right', render: figure },
    {
      title: '点击率',
      key: 'rate',
      width: 90,
      align: 'right',
      render: (_, { impressions, clicks }) => (
        <span className={s.figure}>{showRate(impressions, clicks)}</span>
      ),
    },
    {
      title: '操作',
      key: 'acts',
      width: 150,
      render: (_, advert) => (
        <div className={s.acts}>
          <Act label="修改" advert={advert} onAct={onEdit} />
          {advert.state !== 'ended' && (
            <Act label={advert.isPaused ? '恢复' : '暂停'} advert={advert} onAct={onPause} />
          )}
          <Act label="数据" advert={advert} onAct={onFigures} />
          <Act label="删除" advert={advert} onAct={onRemove} />
        </div>
      ),
    },
  ];
}

function Act(props: { label: string; advert: DeskAdvert; onAct: (advert: DeskAdvert) => void }) {
  const { label, advert, onAct } = props;
  return (
    <Button type="text" size="small" aria-label={`${label}「${advert.title}」`} onClick={() => onAct(advert)}>
      {label}
    </Button>
  );
}

function What({ advert }: { advert: DeskAdvert }) {
  const { image, title, href, state, impressions, clicks } = advert;
  return (
    <div className={s.advert}>
      {image ? <img src={image} alt="" loading="lazy" /> : <span />}
      <div>
        <div className={s.name}>{title}</div>
        <div className={s.link}>{href || '没有链接'}</div>
        <div className={s.below}>
          <StandingChip state={state} /> {impressions} 次曝光，{clicks} 次点击
        </div>
      </div>
    </div>
  );
}
