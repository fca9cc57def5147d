import { useState } from 'react';
import type { Notice, NoticePage } from '#features/notifications/calls.ts';
import { Fault } from '#ui/account/form-parts.tsx';
import { ListBar } from '#ui/account/list-bar.tsx';
import { MessageList, MessageRow } from '#ui/account/message-list.tsx';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { LoadMore } from '#ui/controls/pagination.tsx';
import { TabNav } from '#ui/controls/tabs.tsx';
import { Link } from '#ui/link.tsx';
import { Void } from '#ui/states/void.tsx';
import { useSurroundings } from '../../../site.ts';
import { definePersonalPage } from '../personal-page.tsx';
import { stampOf } from '../stamp.ts';
import { askNotices, type MessageKind, readKind } from './ask-notices.ts';
import { useMessages } from './use-messages.ts';

const kinds: { kind: MessageKind; label: string }[] = [
  { kind: '', label: '全部' },
  { kind: 'followed', label: '关注' },
  { kind: 'announcement', label: '公告' },
  { kind: 'system', label: '系统' },
];
const words: Record<Notice['kind'], string> = { followed: '关注', announcement: '公告', system: '系统' };

const addressOf = (kind: MessageKind): string => `/personal/messages${kind && `?kind=${kind}`}`;

/** A member's messages; new ones appear by themselves. */
export const page = definePersonalPage({
  title: '消息',
  load: async ({ ask, place: { query } }) => {
    const kind = readKind(query.get('kind'));
    return { kind, first: await askNotices(ask, kind) };
  },
  Body: ({ data: { kind, first } }) => (
    <>
      <TabNav
        label="消息类型"
        items={kinds.map((tab) => ({
          label: tab.label,
          href: addressOf(tab.kind),
          current: tab.kind === kind,
        }))}
      />
      <Messages key={kind} kind={kind} first={first} />
    </>
  ),
});

function Messages({ kind, first }: { kind: MessageKind; first: NoticePage }) {
  const { today } = useSurroundings();
  const messages = useMessages(kind, first);
  const [openId, setOpenId] = useState<string>();
  const { list } = messages;
  const hasNone = list.records.length === 0 && list.state === 'end';

  function toggle(notice: Notice) {
    setOpenId(openId === notice.id ? undefined : notice.id);
    if (!notice.isRead) void messages.read(notice.id);
  }

  return (
    <>
      <ListBar
        action={
          <Button size="s" busy={messages.readingAll.isBusy} onClick={() => void messages.readAll()}>
            全部标为已读
          </Button>
        }
      >
        <Link className="link" href="/personal/notices">
          通知设置
        </Link>
      </ListBar>
      {messages.readingAll.error && <Fault>{messages.readingAll.error}</Fault>}
      <p className="vh" role="status">
        {messages.arrived > 0 && `来了 ${messages.arrived} 条新消息`}
      </p>
      {hasNone ? (
        <NoMessages kind={kind} />
      ) : (
        <MessageList label="消息">
          {list.records.map((notice) => (
            <MessageRow
              key={notice.id}
              kind={words[notice.kind]}
              title={notice.title}
              body={notice.body}
              time={stampOf(notice.createdAt, today)}
              isRead={notice.isRead}
              isOpen={openId === notice.id}
              onToggle={() => toggle(notice)}
              link={notice.link}
              linkLabel={notice.kind === 'followed' ? '去读全文' : '去看看'}
              onDelete={() => void messages.remove(notice)}
              error={messages.errors[notice.id]}
            />
          ))}
        </MessageList>
      )}
      {!hasNone && (
        <div ref={list.foot}>
          <LoadMore state={list.state} noun="更早的消息" onMore={list.more} />
        </div>
      )}
    </>
  );
}

function NoMessages({ kind }: { kind: MessageKind }) {
  const isFollowed = kind === 'followed';
  return (
    <Void
      title="还没有消息"
      actions={
        isFollowed && (
          <ButtonLink size="s" href="/personal/follow">
            看看我的关注
          </ButtonLink>
        )
      }
    >
      <p>{isFollowed ? '关注的作者发布新内容时，会在这里告诉你。' : '有了新消息，会自己出现在这里。'}</p>
    </Void>
  );
}
