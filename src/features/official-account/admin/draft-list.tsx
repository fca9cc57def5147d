import { Button, Progress } from 'antd';
import { Chip, type ChipTone } from '#admin/parts/chip.tsx';
import { useSend } from '#admin/parts/data.ts';
import { ConfirmButton } from '#admin/parts/layout/confirm.tsx';
import { Quiet, Row } from '#admin/parts/layout/page.tsx';
import { showTime } from '#admin/parts/show-time.ts';
import type { DraftOverview, WechatDraft } from '../drafts/schema.ts';
import s from './wechat.module.css';
import { CopyButton } from './wechat-copy.tsx';

const stateNames: Record<WechatDraft['state'], { name: string; tone?: ChipTone }> = {
  waiting: { name: '等待' },
  uploading: { name: '上传图片', tone: 'info' },
  sending: { name: '正在建草稿', tone: 'info' },
  done: { name: '已进草稿箱', tone: 'good' },
  failed: { name: '失败', tone: 'bad' },
  unknown: { name: '结果不明', tone: 'warn' },
};

/** The drafts of a post, newest first: how far each is, and what became of it. */
export const DraftList = ({ postId, overview }: { postId: string; overview: DraftOverview }) => (
  <ul className={s.drafts} aria-label="发送记录">
    {overview.drafts.map((draft, index) => (
      <li key={draft.id}>
        <DraftState draft={draft} />
        {index === 0 && <NextStep {...{ postId, draft, isSent: overview.isSent }} />}
      </li>
    ))}
  </ul>
);

function DraftState({ draft }: { draft: WechatDraft }) {
  const { state, title, version, pictures, uploaded, missing, mediaId, fault, requestedBy } = draft;
  const { name, tone } = stateNames[state];
  return (
    <>
      <Row>
        <Chip tone={tone}>{name}</Chip>
        <b className={s.title}>{title}</b>
      </Row>
      {state === 'uploading' && pictures > 0 && (
        <Progress
          percent={Math.round((100 * uploaded) / pictures)}
          format={() => `${uploaded} / ${pictures}`}
          aria-label="上传图片"
        />
      )}
      {fault && <p className={s.fault}>{fault}</p>}
      {draft.retryAt && <p className={s.fault}>{showTime(draft.retryAt)} 自动再试</p>}
      {missing.length > 0 && (
        <p className={s.fault}>{missing.join('、')}图片没有发成，草稿里留了说明，请在公众号后台补上。</p>
      )}
      <Quiet>
        {requestedBy} · {showTime(draft.endedAt ?? draft.requestedAt)}
        {version > 0 && ` · 第 ${version} 版`}
        {mediaId && ` · 素材编号 ${mediaId}`}
      </Quiet>
    </>
  );
}

type NextProps = { postId: string; draft: WechatDraft; isSent: boolean };

function NextStep({ postId, draft, isSent }: NextProps) {
  const { state, title, author, digest, isWithoutRight } = draft;
  const { send, isSending } = useSend('POST /admin/wechatDraft/create', { done: '已排队，正在发到公众号' });
  const texts = { postId, title, author, digest };
  if (state !== 'failed' && state !== 'unknown') return null;
  return (
    <Row>
      {isWithoutRight && <CopyButton id={postId} />}
      {isSent ? (
        <ConfirmButton
          title="这一版再发一份？"
          content="公众号里可能已有它的草稿，请先到公众号后台的草稿箱核对。"
          okText="再发一份"
          loading={isSending}
          onOk={() => send({ ...texts, isRepeat: true })}
        >
          重试
        </ConfirmButton>
      ) : (
        <Button loading={isSending} onClick={() => void send(texts)}>
          重试
        </Button>
      )}
    </Row>
  );
}
