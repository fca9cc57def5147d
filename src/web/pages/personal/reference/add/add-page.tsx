import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { CallError } from '#client/call-error.ts';
import { useContentOnScreen } from '#client/screen.ts';
import type { Know } from '#features/frontpage/know/schema.ts';
import type { Fullness, WriterProfile } from '#features/references/schema.ts';
import { isId } from '#shared/ids.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { EditorGate } from '#ui/editor/editor-gate.tsx';
import { ReadingColumn } from '#ui/layout/reading-column.tsx';
import { Failed, Void } from '#ui/states/void.tsx';
import { definePage, type LoadArguments } from '../../../../page.ts';
import { PageHead } from '../../../../parts/page-head.tsx';
import { Receipt } from '../../../../parts/pay/receipt.tsx';
import { KnowDialog } from '../../../../parts/popups/know-dialog.tsx';
import { silent, useAct } from '../../../../parts/use-act.ts';
import { useAsk } from '../../../../site.ts';
import { ProfileForm } from '../profile-form.tsx';
import { shelfPath } from '../words.ts';
import { type Opening, openReference } from './open-reference.ts';
import { WritingDesk } from './writing-desk.tsx';

type Loaded = { opening: Opening } | { message: string; isMissing: boolean };

/** Writing a reference, from the first word or going on (seed §2). */
export const page = definePage<Loaded>({
  parameters: [],
  load: (args) => load(args),
  describe: (_data, _place, site) => ({ title: `写内参 - ${site.name}`, isNoindex: true }),
  frame: 'none',
  Page: ({ data, place }) =>
    'opening' in data ? (
      <Opened key={place.query.get('id')} opening={data.opening} />
    ) : (
      <NotOpened {...data} />
    ),
});

async function load({ ask, place: { query } }: LoadArguments): Promise<Loaded> {
  const id = query.get('id') ?? undefined;
  if (id !== undefined && !isId(id)) return { message: '没有这篇内参', isMissing: true };
  try {
    return { opening: await openReference(ask, id) };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return { message: error.message, isMissing: error.status === 404 || error.code === 404 };
  }
}

const back = { href: shelfPath('article'), label: '我的内参' };

function NotOpened({ message, isMissing }: { message: string; isMissing: boolean }) {
  const { revalidate } = useRevalidator();
  return (
    <WritingDesk back={back}>
      {isMissing ? (
        <Void
          art="404"
          level={1}
          title="没有这篇内参"
          actions={
            <ButtonLink size="s" href={shelfPath('draft')}>
              看看草稿
            </ButtonLink>
          }
        >
          <p>它可能已被删除，或者不是这个账号写的。</p>
        </Void>
      ) : (
        <Failed level={1} message={message} onRetry={() => void revalidate()} />
      )}
    </WritingDesk>
  );
}

/** What comes before the first word: whether there is room, what to know, a name to write under. */
function Opened({ opening: first }: { opening: Opening }) {
  useContentOnScreen();
  const navigate = useNavigate();
  const { opening, turn, reopen, error } = useOpening(first);
  const [profile, setProfile] = useState(opening.profile);
  const [isKnown, setIsKnown] = useState(opening.know === null);
  const { fullness, know, columns, reference } = opening;
  if (!reference && fullness?.full) return <Full fullness={fullness} back={back} />;
  if (columns.length === 0)
    return (
      <WritingDesk back={back}>
        <Void level={1} title="还没有可以投稿的栏目">
          <p>编辑部还没有开放内参栏目，请过些时候再来。</p>
        </Void>
      </WritingDesk>
    );
  if (profile.authorId === null) return <ProfileFirst profile={profile} back={back} onSaved={setProfile} />;
  return (
    <>
      {know && !isKnown && (
        <KnowFirst know={know} onKnown={() => setIsKnown(true)} onLeave={() => void navigate(back.href)} />
      )}
      <EditorGate
        load={() => import('./writer.tsx')}
        waiting={
          <>
            <h1 className="vh">写内参</h1>
            <p role="status">正在打开编辑器 …</p>
          </>
        }
        frame={(shown) => <WritingDesk back={back}>{shown}</WritingDesk>}
      >
        {({ Writer }) => <Writer key={turn} opening={opening} fault={error} onReopen={reopen} />}
      </EditorGate>
    </>
  );
}

/**
 * What was opened first, and what it is when the server made something else of it. Its address gets the id with the first
 * save, of which the router does not know: it would open the page anew under the writer's hands.
 */
function useOpening(first: Opening) {
  const ask = useAsk();
  const { run, error } = useAct();
  const [held, setHeld] = useState({ opening: first, turn: 0 });
  const reopen = (id: string) =>
    run(async () => {
      const opening = await openReference(ask, id);
      setHeld(({ turn }) => ({ opening, turn: turn + 1 }));
    });
  return { ...held, reopen, error };
}

type FullProps = { fullness: Fullness; back: { href: string; label: string } };

/** There is no room for another one now: why, and what to do. */
function Full({ fullness: { reason, draft, review, today }, back }: FullProps) {
  const line = (label: string, { used, limit }: Fullness['draft']) => ({
    label,
    value: (
      <span className="fig">
        {used} / {limit}
      </span>
    ),
  });
  return (
    <WritingDesk back={back}>
      <Void
        level={1}
        title="现在不能再写新的内参"
        actions={
          <ButtonLink tone="ink" size="s" href={shelfPath('draft')}>
            整理草稿
          </ButtonLink>
        }
      >
        <p>{reason ?? '名额已经用完，请先处理已有的草稿。'}</p>
      </Void>
      <Receipt rows={[line('草稿', draft), line('待审核', review), line('今天已提交', today)]} />
    </WritingDesk>
  );
}

type KnowFirstProps = { know: Know; onKnown: () => void; onLeave: () => void };

/** The notice for writers (须知), once per version. */
function KnowFirst({ know, onKnown, onLeave }: KnowFirstProps) {
  const { run } = useAct();
  const acknowledge = () => {
    onKnown();
    // What could not be told is asked again the next time.
    void run(async (call) => {
      await call('POST /member/acknowledgeKnow', { query: { id: know.id }, ...silent });
    });
  };
  return <KnowDialog know={know} onAcknowledge={acknowledge} onClose={onLeave} />;
}

type ProfileFirstProps = {
  profile: WriterProfile;
  back: { href: string; label: string };
  onSaved: (profile: WriterProfile) => void;
};

/** Before the first reference: under what name it comes out. */
function ProfileFirst({ profile, back, onSaved }: ProfileFirstProps) {
  return (
    <WritingDesk back={back}>
      <ReadingColumn>
        <PageHead title="先起个笔名" note="第一次写内参前填一次，以后可以在「我的内参」里改。" />
        <ProfileForm profile={profile} label="开始写" onSaved={onSaved} />
      </ReadingColumn>
    </WritingDesk>
  );
}
