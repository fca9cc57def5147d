import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useSend } from '#admin/parts/data.ts';
import { usePermit } from '#client/permissions.tsx';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import type { Start, StepName } from '../schema.ts';
import s from './start.module.css';

type GuideState = NonNullable<Start['guide']>;
type MarkableStep = 'columns' | 'read' | 'dismissed';

const stepTexts: Record<StepName, { title: string; about: string }> = {
  name: { title: '给站点起名', about: '名字、备案号和页脚，在“设置”里随时可改。' },
  columns: { title: '看看栏目', about: '资讯、研报、VIP 三个栏目已经在了；再按自己的选题添几个。' },
  write: { title: '写第一篇', about: '标题、正文，写到哪里自动存到哪里。' },
  publish: { title: '发布', about: '按 Ctrl + Enter。可见范围选“公开”，没有登录的读者也能读全文。' },
  read: { title: '以读者的眼光看一遍', about: '打开刚发布的那一篇，看看它在手机和电脑上的样子。' },
};

/**
 * Guide for a new site: five steps from an empty site to a first post that was read. The server ticks a step from the
 * site's content or when the user completes it.
 */
export function Guide({ guide }: { guide: GuideState }) {
  const done = guide.steps.filter(({ isDone }) => isDone).length;
  const next = guide.steps.find(({ isDone }) => !isDone)?.step;
  const { send } = useSend('POST /admin/start/step');
  const markStep = (step: MarkableStep) => send({ step });
  return (
    <section className={s.guide} aria-labelledby="first-day">
      <div className={s.guideHead}>
        <h2 id="first-day">从空站到第一篇</h2>
        <p className={s.progress}>
          {done} / {guide.steps.length}
        </p>
        <Button
          type="text"
          size="small"
          className={s.dismiss ?? ''}
          onClick={() => void markStep('dismissed')}
        >
          收起引导
        </Button>
      </div>
      <ol className={s.steps}>
        {guide.steps.map(({ step, isDone }, index) => (
          <li key={step} className={classNames(s.step, isDone && s.isDone, step === next && s.isNext)}>
            <span className={s.tick} aria-hidden="true">
              {isDone ? <Icon name="check" /> : index + 1}
            </span>
            <div className={s.words}>
              <h3>
                {stepTexts[step].title}
                {isDone && <span className="vh">（已完成）</span>}
              </h3>
              <p>{stepTexts[step].about}</p>
            </div>
            {!isDone && <StepAction step={step} guide={guide} isNext={step === next} onMark={markStep} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

type StepActionProps = {
  step: StepName;
  guide: GuideState;
  isNext: boolean;
  onMark: (step: MarkableStep) => Promise<boolean>;
};

function StepAction({ step, guide, isNext, onMark }: StepActionProps): ReactNode {
  const navigate = useNavigate();
  const maySet = usePermit('settings.manage');
  const mayArrange = usePermit('columns.manage');
  const mayWrite = usePermit('content.edit');
  const type = isNext ? 'primary' : 'default';
  const linkButton = (label: string, to: string) => (
    <Button type={type} onClick={() => navigate(to)}>
      {label}
    </Button>
  );
  if (step === 'name') return maySet && linkButton('去设置', '/settings');
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
  if (step === 'publish') return guide.draftId && linkButton('接着写', `/posts/${guide.draftId}`);
  const { published } = guide;
  return (
    published && (
      <Button type={type} href={published.address} target="_blank" onClick={() => void onMark('read')}>
        打开看看
      </Button>
    )
  );
}

/** Column of a first post until the writer selects another: the built-in 脱水研报. */
const firstColumn = '2';

function WriteFirst({ type }: { type: 'primary' | 'default' }) {
  const navigate = useNavigate();
  const { send, isSending } = useSend('POST /admin/post/create', {
    onDone: ({ id }) => void navigate(`/posts/${id}`),
  });
  return (
    <Button type={type} loading={isSending} onClick={() => void send({ columnId: firstColumn })}>
      写第一篇
    </Button>
  );
}
