import { useState } from 'react';
import { isModuleOff, noticeModules } from '#shared/modules.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { FormError } from '#ui/controls/form-parts.tsx';
import { LoadMore } from '#ui/controls/pagination.tsx';
import { TabNav } from '#ui/controls/tabs.tsx';
import { Link } from '#ui/link.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { definePersonalPage } from '#web/parts/personal/define-personal-page.tsx';
import { ListBar } from '#web/parts/personal/list-bar.tsx';
import { formatStamp } from '#web/parts/personal/stamp.ts';
import { useOff, useSiteContext } from '#web/site.ts';
import type { Notice, NoticePage } from '../../schema.ts';
import { fetchNotices, kindNames, type MessageKind, messageKinds, readMessageKind } from './fetch-notices.ts';
import { MessageList, MessageRow } from './message-list.tsx';
import { useMessages } from './use-messages.ts';

const tabs: { kind: MessageKind; label: string }[] = [
  { kind: '', label: '全部' },
  ...messageKinds.map((kind) => ({ kind, label: kindNames[kind] })),
];
const emptyHints: Partial<Record<MessageKind, string>> = {
  reply: '有人回复你，或评论你的作品时，会在这里告诉你。',
  mention: '有人在评论里提到你时，会在这里告诉你。',
  like: '有人赞了你的评论时，会在这里告诉你。',
  followed: '关注的作者发布新内容时，会在这里告诉你。',
  watched: '重要资讯或新文章写到你的自选股时，会在这里告诉你。',
  review: '你写的有了审核结果时，会在这里告诉你。',
  sale: '你写的卖出时，会在这里告诉你。',
  expiry: '会员或订阅快到期时，会提前在这里告诉你。',
  contest: '模拟大赛开赛、结束，你或你关注的选手进出前十时，会在这里告诉你。',
  fill: '模拟委托成交时，会在这里告诉你。',
};

const messagesAddress = (kind: MessageKind): string => `/personal/messages${kind && `?kind=${kind}`}`;

/** A member's messages; new ones appear live. */
export const page = definePersonalPage({
  title: '消息',
  load: async ({ fetchCall, pageLocation: { query } }) => {
    const kind = readMessageKind(query.get('kind'));
    return { kind, first: await fetchNotices(fetchCall, kind) };
  },
  Body: ({ data: { kind, first } }) => (
    <>
      <KindTabs chosen={kind} />
      <Messages key={kind} kind={kind} first={first} />
    </>
  ),
});

function KindTabs({ chosen }: { chosen: MessageKind }) {
  const off = useOff();
  const shown = tabs.filter(({ kind }) => !isModuleOff(noticeModules[kind], off));
  return (
    <TabNav
      label="消息类型"
      items={shown.map(({ kind, label }) => ({
        label,
        href: messagesAddress(kind),
        current: kind === chosen,
      }))}
    />
  );
}

function Messages({ kind, first }: { kind: MessageKind; first: NoticePage }) {
  const { today } = useSiteContext();
  const messages = useMessages(kind, first);
  const [openId, setOpenId] = useState<string>();
  const { list } = messages;
  const hasNone = list.records.length === 0 && list.state === 'end';

  const markRead = (notice: Notice) => {
    if (!notice.isRead) void messages.read(notice.id);
  };
  function toggle(notice: Notice) {
    setOpenId(openId === notice.id ? undefined : notice.id);
    markRead(notice);
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
      {messages.readingAll.error && <FormError>{messages.readingAll.error}</FormError>}
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
              kind={kindNames[notice.kind]}
              title={notice.title}
              body={notice.body}
              time={formatStamp(notice.createdAt, today)}
              isRead={notice.isRead}
              isOpen={openId === notice.id}
              onToggle={() => toggle(notice)}
              link={notice.link}
              onFollow={() => markRead(notice)}
              onDelete={() => void messages.remove(notice)}
              error={messages.errors[notice.id]}
            />
          ))}
        </MessageList>
      )}
      {!hasNone && (
        <div ref={list.sentinel}>
          <LoadMore state={list.state} noun="更早的消息" onMore={list.more} />
        </div>
      )}
    </>
  );
}

function NoMessages({ kind }: { kind: MessageKind }) {
  const isFollowed = kind === 'followed';
  return (
    <EmptyState
      title="还没有消息"
      actions={
        isFollowed && (
          <ButtonLink size="s" href="/personal/follow">
            看看我的关注
          </ButtonLink>
        )
      }
    >
      <p>{emptyHints[kind] ?? '有了新消息，会自己出现在这里。'}</p>
    </EmptyState>
  );
}
