import { useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { CallError } from '#client/call-error.ts';
import type { Know } from '#features/frontpage/know/schema.ts';
import { isId } from '#shared/ids.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { EditorLoader } from '#ui/editor/editor-loader.tsx';
import { ReadingColumn } from '#ui/layout/reading-column.tsx';
import { EmptyState, ErrorState } from '#ui/states/empty-state.tsx';
import { definePage, type LoadArguments } from '#web/page.ts';
import { PageHead } from '#web/parts/page-head.tsx';
import { Receipt } from '#web/parts/pay/receipt.tsx';
import { KnowDialog } from '#web/parts/popups/know-dialog.tsx';
import { silent, useAction } from '#web/parts/use-action.ts';
import { useFetchCall } from '#web/site.ts';
import type { Quota, WriterProfile } from '../../schema.ts';
import { ProfileForm } from '../profile-form.tsx';
import { tabPath } from '../reference-status.ts';
import { loadReference, type OpenedReference } from './load-reference.ts';
import { WriterLayout } from './writer-layout.tsx';

type LoadResult = { opening: OpenedReference } | { message: string; isMissing: boolean };

/** The page to write a new reference or to continue a draft (docs/product.md §2). */
export const page = definePage<LoadResult>({
  parameters: [],
  load: (args) => load(args),
  describe: (_data, _pageLocation, site) => ({ title: `写内参 - ${site.name}`, isNoindex: true }),
  frame: 'none',
  Page: ({ data, pageLocation }) =>
    'opening' in data ? (
      <ReferenceStart key={pageLocation.query.get('id')} opening={data.opening} />
    ) : (
      <OpenError {...data} />
    ),
});

async function load({ fetchCall, pageLocation: { query } }: LoadArguments): Promise<LoadResult> {
  const id = query.get('id') ?? undefined;
  if (id !== undefined && !isId(id)) return { message: '没有这篇内参', isMissing: true };
  try {
    return { opening: await loadReference(fetchCall, id) };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return { message: error.message, isMissing: error.status === 404 || error.code === 404 };
  }
}

const backLink = { href: tabPath('article'), label: '我的内参' };

function OpenError({ message, isMissing }: { message: string; isMissing: boolean }) {
  const { revalidate } = useRevalidator();
  return (
    <WriterLayout backLink={backLink}>
      {isMissing ? (
        <EmptyState
          illustration="404"
          level={1}
          title="没有这篇内参"
          actions={
            <ButtonLink size="s" href={tabPath('draft')}>
              看看草稿
            </ButtonLink>
          }
        >
          <p>它可能已被删除，或者不是这个账号写的。</p>
        </EmptyState>
      ) : (
        <ErrorState level={1} message={message} onRetry={() => void revalidate()} />
      )}
    </WriterLayout>
  );
}

/** The steps before writing: free quota, the notice for writers, a name to write under. */
function ReferenceStart({ opening: initial }: { opening: OpenedReference }) {
  const navigate = useNavigate();
  const { opening, turn: openCount, reopen, error } = useOpenedReference(initial);
  const [profile, setProfile] = useState(opening.profile);
  const [isAcknowledged, setIsAcknowledged] = useState(opening.know === null);
  const { quota, know, columns, reference } = opening;
  if (!reference && quota?.full) return <QuotaFull quota={quota} backLink={backLink} />;
  if (columns.length === 0)
    return (
      <WriterLayout backLink={backLink}>
        <EmptyState level={1} title="还没有可以投稿的栏目">
          <p>编辑部还没有开放内参栏目，请过些时候再来。</p>
        </EmptyState>
      </WriterLayout>
    );
  if (profile.authorId === null)
    return <ProfileStep profile={profile} backLink={backLink} onSaved={setProfile} />;
  return (
    <>
      {know && !isAcknowledged && (
        <KnowStep
          know={know}
          onAcknowledged={() => setIsAcknowledged(true)}
          onLeave={() => void navigate(backLink.href)}
        />
      )}
      <EditorLoader
        load={() => import('./writer.tsx')}
        fallback={
          <>
            <h1 className="vh">写内参</h1>
            <p role="status">正在打开编辑器 …</p>
          </>
        }
        renderFrame={(shown) => <WriterLayout backLink={backLink}>{shown}</WriterLayout>}
      >
        {({ Writer }) => <Writer key={openCount} opening={opening} openError={error} onReopen={reopen} />}
      </EditorLoader>
    </>
  );
}

/**
 * The opened reference, replaced when the server has changed it. The first save adds the id to the address with
 * `replaceState`, because a navigation by the router would reload the page while the writer types.
 */
function useOpenedReference(initial: OpenedReference) {
  const fetchCall = useFetchCall();
  const { run, error } = useAction();
  const [current, setCurrent] = useState({ opening: initial, turn: 0 });
  const reopen = (id: string) =>
    run(async () => {
      const opening = await loadReference(fetchCall, id);
      setCurrent(({ turn: openCount }) => ({ opening, turn: openCount + 1 }));
    });
  return { ...current, reopen, error };
}

type QuotaFullProps = { quota: Quota; backLink: { href: string; label: string } };

/** The quota is used up: why, and what to do. */
function QuotaFull({ quota: { reason, draft, review, today }, backLink }: QuotaFullProps) {
  const row = (label: string, { used, limit }: Quota['draft']) => ({
    label,
    value: (
      <span className="fig">
        {used} / {limit}
      </span>
    ),
  });
  return (
    <WriterLayout backLink={backLink}>
      <EmptyState
        level={1}
        title="现在不能再写新的内参"
        actions={
          <ButtonLink tone="ink" size="s" href={tabPath('draft')}>
            整理草稿
          </ButtonLink>
        }
      >
        <p>{reason ?? '名额已经用完，请先处理已有的草稿。'}</p>
      </EmptyState>
      <Receipt rows={[row('草稿', draft), row('待审核', review), row('今天已提交', today)]} />
    </WriterLayout>
  );
}

type KnowStepProps = { know: Know; onAcknowledged: () => void; onLeave: () => void };

/** The notice for writers (须知), shown once per version. */
function KnowStep({ know, onAcknowledged, onLeave }: KnowStepProps) {
  const { run } = useAction();
  const acknowledge = () => {
    onAcknowledged();
    // If the call fails, the notice is shown again next time.
    void run(async (call) => {
      await call('POST /member/acknowledgeKnow', { query: { id: know.id }, ...silent });
    });
  };
  return <KnowDialog know={know} onAcknowledge={acknowledge} onClose={onLeave} />;
}

type ProfileStepProps = {
  profile: WriterProfile;
  backLink: { href: string; label: string };
  onSaved: (profile: WriterProfile) => void;
};

/** Before the first reference: the name to publish under. */
function ProfileStep({ profile, backLink, onSaved }: ProfileStepProps) {
  return (
    <WriterLayout backLink={backLink}>
      <ReadingColumn>
        <PageHead title="先起个笔名" note="第一次写内参前填一次，以后可以在“我的内参”里改。" />
        <ProfileForm profile={profile} label="开始写" onSaved={onSaved} />
      </ReadingColumn>
    </WriterLayout>
  );
}
