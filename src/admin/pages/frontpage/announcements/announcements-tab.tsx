import { Alert, App, Button, Input } from 'antd';
import { useState } from 'react';
import { toasts } from '#client/toasts.ts';
import type { Announcement } from '#features/notifications/schema.ts';
import { Failed, Void } from '#ui/states/void.tsx';
import { call } from '../../../api.ts';
import { Chip } from '../../../parts/chip.tsx';
import { Field } from '../../../parts/field.tsx';
import { showTime } from '../../../parts/show-time.ts';
import { faultOf, useLoad } from '../../../parts/use-load.ts';
import s from '../frontpage.module.css';

const empty = { title: '', body: '', link: '' };

/** Tells all members something, and what they were told before. */
export function AnnouncementsTab() {
  const { modal } = App.useApp();
  const [draft, setDraft] = useState(empty);
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [trail, setTrail] = useState<string[]>([]);
  const cursor = trail.at(-1);
  const sent = useLoad(`${cursor}`, (signal) =>
    call('GET /admin/announcement/list', {
      query: { size: '10', ...(cursor && { cursor }) },
      silent: true,
      signal,
    }),
  );
  const type = (change: Partial<typeof empty>) => {
    setFault(undefined);
    setDraft((held) => ({ ...held, ...change }));
  };

  async function ask() {
    setIsBusy(true);
    try {
      const { members } = await call('GET /admin/announcement/audience', { silent: true });
      modal.confirm({
        title: `发给 ${members.toLocaleString('zh-CN')} 位会员？`,
        content: '发出后不能撤回。不接收平台公告的会员不会收到。',
        okText: '发送',
        onOk: send,
      });
    } catch (error) {
      setFault(faultOf(error).message);
    } finally {
      setIsBusy(false);
    }
  }
  async function send() {
    try {
      const link = draft.link.trim();
      await call('POST /admin/sendAnnouncement', { body: { ...draft, link }, silent: true });
      toasts.success('公告正在发送');
      setDraft(empty);
      setTrail([]);
      sent.reload();
    } catch (error) {
      setFault(faultOf(error).message);
    }
  }
  const isEmpty = draft.title.trim() === '' || draft.body.trim() === '';
  return (
    <div className={s.columns}>
      <form
        className={s.form}
        aria-label="写公告"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isEmpty) void ask();
        }}
      >
        <h2 className={s.heading}>写公告</h2>
        <Field label="标题" note="最多 100 个字">
          {(id) => (
            <Input
              id={id}
              maxLength={100}
              value={draft.title}
              onChange={({ target }) => type({ title: target.value })}
            />
          )}
        </Field>
        <Field label="内容" note="纯文字，最多 5000 个字，出现在会员的消息里">
          {(id) => (
            <Input.TextArea
              id={id}
              autoSize={{ minRows: 4, maxRows: 14 }}
              maxLength={5000}
              value={draft.body}
              onChange={({ target }) => type({ body: target.value })}
            />
          )}
        </Field>
        <Field label="链接" note="可不填；站内地址以 / 开头，或 https 地址">
          {(id) => (
            <Input
              id={id}
              maxLength={500}
              value={draft.link}
              onChange={({ target }) => type({ link: target.value })}
            />
          )}
        </Field>
        {fault && <Alert type="error" showIcon title={fault} role="alert" />}
        <div>
          <Button type="primary" htmlType="submit" loading={isBusy} disabled={isEmpty}>
            发送给全部会员
          </Button>
        </div>
      </form>
      <section aria-labelledby="announcements-sent">
        <h2 className={s.heading} id="announcements-sent">
          发过的公告
        </h2>
        {sent.fault ? (
          <Failed level={3} message={sent.fault.message} onRetry={sent.reload} />
        ) : sent.data?.records.length ? (
          sent.data.records.map((announcement) => <Sent key={announcement.id} {...announcement} />)
        ) : (
          <Void level={3} title={sent.isLoading ? '正在取公告' : '还没有发过公告'} />
        )}
        {(sent.data?.cursor || trail.length > 0) && (
          <div className={s.pages}>
            <Button disabled={trail.length === 0} onClick={() => setTrail(trail.slice(0, -1))}>
              较新
            </Button>
            <Button
              disabled={!sent.data?.cursor}
              onClick={() => sent.data?.cursor && setTrail([...trail, sent.data.cursor])}
            >
              较早
            </Button>
          </div>
        )}
      </section>
    </div>
  );
}

function Sent({ title, body, link, createdAt, createdBy, isUnderWay }: Announcement) {
  return (
    <article className={s.sent}>
      <h3 className={s.name}>{title}</h3>
      <p>{body}</p>
      {link && <span className={s.link}>链接：{link}</span>}
      <span className={s.meta}>
        <time dateTime={createdAt}>{showTime(createdAt)}</time>
        <span>{createdBy}</span>
        <Chip tone={isUnderWay ? 'info' : 'good'}>{isUnderWay ? '发送中' : '已送达'}</Chip>
      </span>
    </article>
  );
}
