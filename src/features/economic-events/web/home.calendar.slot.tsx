import { Section } from '#ui/layout/section.tsx';
import { FigureTable } from '#web/parts/figure-table.tsx';
import type { HomeSlot } from '#web/parts/home-slot.ts';
import type { EconomicEvent } from '../schema.ts';
import s from './calendar-section.module.css';

const columns = [
  { label: '事件' },
  { label: '前值', isFigure: true },
  { label: '预测', isFigure: true },
  { label: '公布', isFigure: true },
];
const importanceNames = ['', '一般', '较重要', '重要'];

/** Today's economic calendar; nothing if the operator feeds none, or the call failed. */
function CalendarSection({ data: events }: { data: EconomicEvent[] | null }) {
  if (!events?.length) return null;
  return (
    <Section id="home-calendar" title="今日财经日历">
      <FigureTable
        label="今日财经日历"
        columns={columns}
        rows={events.map(({ id, at, title, region, importance, previous, forecast, actual }) => ({
          key: id,
          cells: [
            <span key="event" className={s.event}>
              <time className="fig" dateTime={at}>
                {at.slice(11, 16)}
              </time>
              <span className={importance === 3 ? s.important : undefined}>
                {region && `${region} `}
                {title}
                <span className={s.stars}>
                  <span aria-hidden="true">{'★'.repeat(importance)}</span>
                  <span className="vh">{importanceNames[importance]}</span>
                </span>
              </span>
            </span>,
            previous || '—',
            forecast || '—',
            actual || '待公布',
          ],
        }))}
      />
    </Section>
  );
}

export const slot: HomeSlot<EconomicEvent[]> = {
  order: 30,
  block: 'calendar',
  key: 'events',
  load: (fetchCall) => fetchCall('GET /reception/economicEvents'),
  Section: CalendarSection,
};
