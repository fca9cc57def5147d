import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { usePermit } from '#client/permissions.tsx';
import { toasts } from '#client/toasts.ts';
import type { Start, StepName } from '#features/start/schema.ts';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { call } from '../../api.ts';
import { faultOf } from '../../parts/use-load.ts';
import s from './start.module.css';

type GuideState = NonNullable<Start['guide']>;
type Marked = 'columns' | 'read' | 'dismissed';

const words: Record<StepName, { title: string; about: string }> = {
  name: { title: '给站点起名', about: '名字、备案号和页脚，在“设置”里随时可改。' },
  columns: { title: '看看栏目', about: '资讯、研报、VIP 三个栏目已经在了；再按自己的选题添几个。' },
  write: { title: '写第一篇', about: '标题、正文，写到哪里自动存到哪里。' },
  publish: { title: '发布', about: '按 Ctrl + Enter。可见范围选“公开”，没有登录的读者也能读全文。' },
  read: { title: '以读者的眼光看一遍', about: '打开刚发布的那一篇，看看它在手机和电脑上的样子。' },
};

/** From an empty site to a first piece that was read: five steps, ticked by what is really there. */
export function Guide({ guide, onChange }: { guide: GuideState; onChange: () => void }) {
  const done = guide.steps.filter(({ isDone }) => isDone).length;
  const next = guide.steps.find(({ isDone }) => !isDone)?.step;
  const mark = async (step: Marked) => {
    try {
      await call('POST /admin/start/step', { body: { step }, silent: true });
    } catch (error) {
      toasts.warning(faultOf(error).message);
    }
    onChange();
  };
  return (
    <section className={s.guide} aria-labelledby="first-day">
      <div className={s.guideHead}>
        <h2 id="first-day">从空站到第一篇</h2>
        <p className={s.progress}>
          {done} / {guide.steps.length}
        </p>
        <Button type="text" size="small" className={s.dismiss ?? ''} onClick={() => void mark('dismissed')}>
          收起引导
        </Button>
      </div>
      <ol className={s.steps}>
        {guide.steps.map(({ step, isDone }, place) => (
          <li key={step} className={classNames(s.step, isDone && s.isDone, step === next && s.isNext)}>
            <span className={s.tick} aria-hidden="true">
              {isDone ? <Icon name="check" /> : place + 1}
            </span>
            <div className={s.words}>
              <h3>
                {words[step].title}
                {isDone && <span className="vh">（已完成）</span>}
              </h3>
              <p>{words[step].about}</p>
            </div>
            {!isDone && <StepAct step={step} guide={guide} isNext={step === next} onMark={mark} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

type ActProps = {
  step: StepName;
  guide: GuideState;
  isNext: boolean;
  onMark: (step: Marked) => Promise<void>;
};

function StepAct({ step, guide, isNext, onMark }: ActProps): ReactNode {
  const navigate = useNavigate();
  const maySet = usePermit('settings.manage');
  const mayArrange = usePermit('columns.manage');
  const mayWrite = usePermit('content.edit');
  const type = isNext ? 'primary' : 'default';
  const go = (label: string, to: string) => (
    <Button type={type} onClick={() => navigate(to)}>
      {label}
    </Button>
  );
  if (step === 'name') return maySet && go('去设置', '/settings');
  if (step === 'columns')
    return (
      <Button
        type={type}
        onClick={async () => {
          await onMark('columns');
          if (mayArrange) navigate('/columns');
        }}
      >
        {mayArrange ? '看栏目' : '知道了'}
      </Button>
    );
  if (step === 'write') return mayWrite && <WriteFirst type={type} />;
  if (step === 'publish') return guide.draftId && go('接着写', `/posts/${guide.draftId}`);
  const { published } = guide;
  return (
    published && (
      <Button type={type} href={published.address} target="_blank" onClick={() => void onMark('read')}>
        打开看看
      </Button>
    )
  );
}

/** The column that a first piece goes into until its writer says otherwise: 脱水研报, which every portal has. */
const firstColumn = '2';

function WriteFirst({ type }: { type: 'primary' | 'default' }) {
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const begin = async () => {
    setIsBusy(true);
    try {
      const { id } = await call('POST /admin/post/create', { body: { columnId: firstColumn } });
      await navigate(`/posts/${id}`);
    } catch {
      // The person has been told in an alert.
      setIsBusy(false);
    }
  };
  return (
    <Button type={type} loading={isBusy} onClick={() => void begin()}>
      写第一篇
    </Button>
  );
}
