import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { detailPath } from '#client/routes.ts';
import { toasts } from '#client/toasts.ts';
import type { ReferenceList, ReferenceRecord } from '#features/references/schema.ts';
import { formatFen } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { LoadMore } from '#ui/controls/pagination.tsx';
import { AlertDialog } from '#ui/floats/dialog.tsx';
import { AccessTag, State } from '#ui/marks/tag.tsx';
import { Void } from '#ui/states/void.tsx';
import { silent, useAct } from '../../../parts/use-act.ts';
import { useEndless } from '../../../parts/use-endless.ts';
import { useSurroundings } from '../../../site.ts';
import { stampOf } from '../stamp.ts';
import { OwnPiece, OwnPieceList } from './own-piece.tsx';
import { type ActName, acts, actsOf } from './piece-acts.ts';
import { isWaiting, looksOf, writePath } from './words.ts';

type PiecesProps = { shelf: 'article' | 'draft'; first: ReferenceList };

/** A shelf of a writer: pieces that are or were out, or those on the way there. */
export function Pieces({ shelf, first }: PiecesProps) {
  const { ask } = useSurroundings();
  const list = useEndless(
    first,
    ({ id, state, revision, updatedAt }) => `${id}${state}${revision}${updatedAt}`,
    (cursor) => ask('GET /internalReference/list', { shelf, size: '20', cursor }, { isSilent: true }),
  );
  if (list.records.length === 0 && list.state === 'end') return <NoPieces shelf={shelf} />;
  return (
    <>
      <OwnPieceList label={shelf === 'article' ? '文章' : '草稿'}>
        {list.records.map((piece) => (
          <Piece key={piece.id} piece={piece} />
        ))}
      </OwnPieceList>
      <div ref={list.foot}>
        <LoadMore state={list.state} noun="更早的内参" onMore={list.more} />
      </div>
    </>
  );
}

function Piece({ piece }: { piece: ReferenceRecord }) {
  const { today } = useSurroundings();
  const { revalidate } = useRevalidator();
  const { isBusy, error, run } = useAct();
  const [asked, setAsked] = useState<ActName>();
  const { id, state, columnId, columnName, access, price, publishedAt, updatedAt, cover, note } = piece;
  const title = piece.title.trim() || '还没有标题';
  const isOut = state === 'published';
  const at = isOut && publishedAt ? publishedAt : updatedAt;
  const act = (name: ActName) =>
    void run(async (call) => {
      await call(acts[name].call, { body: { id }, ...silent });
      toasts.success(acts[name].done);
      setAsked(undefined);
      await revalidate();
    }).then((isDone) => isDone || setAsked(undefined));
  return (
    <OwnPiece
      title={title}
      href={isOut ? detailPath(columnId, id) : writePath(id)}
      cover={cover}
      note={
        <>
          {looksOf(piece).map(({ label, tone }) => (
            <State key={label} tone={tone}>
              {label}
            </State>
          ))}
          <AccessTag access={access} showPublic />
          {access === 'paid' && <span className="fig">{price === null ? '未定价' : formatFen(price)}</span>}
          <span>{columnName}</span>
          <time dateTime={at}>
            {stampOf(at, today).text}
            {isOut ? ' 发布' : ' 修改'}
          </time>
        </>
      }
      figures={publishedAt === null ? [] : figuresOf(piece)}
      remark={note && `审核意见：${note}`}
      error={error}
      action={
        <>
          <ButtonLink size="s" href={writePath(id)} aria-label={`${writeWord(piece)}：${title}`}>
            {writeWord(piece)}
          </ButtonLink>
          {actsOf(piece).map((name) => (
            <Button
              key={name}
              size="s"
              busy={isBusy}
              aria-label={`${acts[name].label}：${title}`}
              onClick={() => (acts[name].question ? setAsked(name) : act(name))}
            >
              {acts[name].label}
            </Button>
          ))}
          <AlertDialog
            open={asked !== undefined}
            title={asked ? `${acts[asked].label}「${title}」？` : ''}
            message={asked && acts[asked].question}
            confirmLabel={asked ? acts[asked].label : '确定'}
            cancelLabel="取消"
            tone="accent"
            busy={isBusy}
            onConfirm={() => asked && act(asked)}
            onCancel={() => setAsked(undefined)}
          />
        </>
      }
    />
  );
}

const writeWord = (piece: ReferenceRecord): string => {
  if (isWaiting(piece)) return '查看';
  if (piece.note !== '') return '去修改';
  return piece.state === 'draft' ? '继续写' : '编辑';
};

const figuresOf = ({ views, comments, sales, income, access }: ReferenceRecord) => [
  { label: '阅读', value: formatCount(views) },
  { label: '评论', value: formatCount(comments) },
  ...(access === 'paid' || sales > 0
    ? [
        { label: '售出', value: formatCount(sales) },
        { label: '收入', value: formatFen(income) },
      ]
    : []),
];

function NoPieces({ shelf }: { shelf: PiecesProps['shelf'] }) {
  return (
    <Void
      title={shelf === 'article' ? '还没有发布过内参' : '没有在写的内参'}
      actions={
        <ButtonLink tone="ink" size="s" href={writePath()}>
          写第一篇
        </ButtonLink>
      }
    >
      <p>
        {shelf === 'article'
          ? '写好的内参提交审核，通过后就在这里，阅读、评论和收入都看得到。'
          : '写到一半的、等审核的、要修改的，都在这里。'}
      </p>
    </Void>
  );
}
