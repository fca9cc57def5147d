import { Button } from 'antd';
import { Fragment } from 'react';
import { useNavigate } from 'react-router';
import { useRead } from '#admin/parts/data.ts';
import { Loaded } from '#admin/parts/layout/loaded.tsx';
import { Page, type SectionSlot } from '#admin/parts/layout/page.tsx';
import { NewPost } from '#admin/parts/new-post.tsx';
import { Permit, useMayOpen } from '#client/permissions.tsx';
import { slotsOf } from '#client/slots.ts';
import { useUser } from '#client/stores.ts';
import { BackgroundWork } from './background-work.tsx';
import { GoLive } from './go-live.tsx';
import { Guide } from './guide.tsx';
import { WaitingWork } from './waiting-work.tsx';

const slots = slotsOf(
  import.meta.glob<{ slot: SectionSlot }>('../../*/admin/**/start.*.slot.tsx', { eager: true }),
);

/** Polling interval in ms. */
const refetchMs = 10_000;

/** Home screen: the guide of a new site, waiting items, background work, and the figures of today and the month. */
export function Screen() {
  const name = useUser(({ userInfo }) => userInfo?.name);
  const mayOpen = useMayOpen();
  const start = useRead('GET /admin/start', undefined, { refetchMs });
  return (
    <Page
      title={name ? `${greet(new Date())}，${name}` : '工作台'}
      tools={start.data && !start.data.guide && <Tools />}
    >
      <Loaded read={start} noun="工作台">
        {(data) => (
          <>
            {data.guide && <Guide guide={data.guide} />}
            {data.goLive && <GoLive goLive={data.goLive} />}
            <WaitingWork start={data} />
            <BackgroundWork work={data.work} />
          </>
        )}
      </Loaded>
      {slots
        .filter(({ permission = null }) => mayOpen({ permission }))
        .map(({ order, content }) => (
          <Fragment key={order}>{content}</Fragment>
        ))}
    </Page>
  );
}

/** Shortcuts to the most common tasks; the guide replaces them while it is shown. */
function Tools() {
  const navigate = useNavigate();
  return (
    <>
      <Button href="/index" target="_blank">
        看首页
      </Button>
      <Permit code="content.publish">
        <Button onClick={() => navigate('/flashes')}>发快讯</Button>
      </Permit>
      <NewPost />
    </>
  );
}

/** By Shanghai time. */
function greet(now: Date): string {
  const clock = new Intl.DateTimeFormat('en', {
    hour: 'numeric',
    hourCycle: 'h23',
    timeZone: 'Asia/Shanghai',
  });
  const hour = Number(clock.format(now));
  if (hour < 5) return '夜深了';
  if (hour < 11) return '早上好';
  if (hour < 13) return '中午好';
  return hour < 18 ? '下午好' : '晚上好';
}
