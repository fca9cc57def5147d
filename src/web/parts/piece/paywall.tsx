import type { PostDetail } from '#features/posts/schema.ts';
import { formatFen } from '#shared/money.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { Void } from '#ui/states/void.tsx';
import { priceNoteOf } from '../pay/offers.ts';
import { type PayRequest, startPaying } from '../pay/paying.ts';
import { missingOf } from './piece-text.ts';
import { Offer, Wall } from './wall.tsx';

export interface PaywallProps {
  piece: PostDetail;
  /** What is shown was cut for somebody who is not logged in. */
  isVisitor: boolean;
  /** To /login and back here. */
  loginHref: string;
}

/** Where the text ends for this reader, and every way on (PRODUCT §3). Nothing for who may read all. */
export function Paywall(props: PaywallProps) {
  const { lockReason } = props.piece;
  if (lockReason === null) return null;
  // Structured data points at this class as the part that is not free.
  return (
    <div className="paywall">
      {lockReason === 'withdrawn' ? <Withdrawn piece={props.piece} /> : <Locked {...props} />}
    </div>
  );
}

function Locked({ piece, isVisitor, loginHref }: PaywallProps) {
  const isForMembers = piece.lockReason === 'member';
  return (
    <Wall
      remaining={piece.lockedWordCount}
      reason={reasonOf(piece)}
      note={missingOf(piece) || undefined}
      foot={!isVisitor && isForMembers ? blocked : undefined}
      loginHref={isVisitor && !isForMembers ? loginHref : undefined}
      loginPrompt={piece.lockReason === 'vip' ? '已经是 VIP？' : '已经买过？'}
    >
      {isForMembers
        ? isVisitor && <LoginOffer loginHref={loginHref} />
        : piece.offers.map((offer) => (
            <WayOn
              key={offer.type}
              offer={offer}
              piece={piece}
              loginHref={isVisitor ? loginHref : undefined}
            />
          ))}
    </Wall>
  );
}

// A member who still meets the members' wall has been blocked (PRODUCT §3).
const blocked = '你的账号目前只能阅读公开内容，如有疑问请联系编辑部。';

function LoginOffer({ loginHref }: { loginHref: string }) {
  return (
    <Offer
      title="登录后阅读全文"
      note="本篇对会员免费"
      action={
        <ButtonLink tone="ink" wide href={loginHref}>
          登录
        </ButtonLink>
      }
    />
  );
}

type WayOnProps = { offer: PostDetail['offers'][number]; piece: PostDetail; loginHref: string | undefined };

function WayOn({ offer: { type, title, price }, piece, loginHref }: WayOnProps) {
  const { attachments } = piece;
  const isVip = type === 'vip';
  const label = isVip ? '开通 VIP' : type === 'column' ? '订阅栏目' : '购买本篇';
  const look = { tone: isVip ? 'vip' : 'plain', wide: true } as const;
  const first = type === 'column' || type === 'vip' ? type : 'post';
  const cost = piece.offers.find((offer) => offer.type === 'post')?.price ?? null;
  const priceNote = priceNoteOf(cost, piece);
  const request: PayRequest = {
    piece: {
      id: piece.id,
      title: piece.title,
      price: cost,
      priceNote,
      columnId: piece.columnId,
      isByVip: piece.offers.some((offer) => offer.type === 'vip'),
    },
    first,
  };
  const notes = [
    ...(first === 'post' && priceNote ? [priceNote] : []),
    ...(attachments.length > 0 ? [`含附件 ${attachments.length} 份`] : []),
  ];
  return (
    <Offer
      title={title}
      note={notes.join('，') || undefined}
      price={price === null ? undefined : `${formatFen(price)}${first === 'post' ? '' : ' 起'}`}
      vip={isVip}
      action={
        loginHref ? (
          <ButtonLink {...look} href={loginHref}>
            {label}
          </ButtonLink>
        ) : (
          <Button {...look} onClick={() => startPaying(request)}>
            {label}
          </Button>
        )
      }
    />
  );
}

/** What was bought and is gone: the way to the money is one's own order (PRODUCT §3). */
function Withdrawn({ piece }: { piece: PostDetail }) {
  const refund = piece.offers.find(({ type }) => type === 'refund');
  return (
    <Void title="这篇内容已经撤下">
      {refund?.orderId ? (
        <>
          <p>{`你买过这一篇，可以退回 ${formatFen(refund.price ?? 0)}，款项原路退回。`}</p>
          <ButtonLink tone="ink" href={`/personal/purchase?order=${refund.orderId}`}>
            申请退款
          </ButtonLink>
        </>
      ) : (
        <p>你曾经可以读这一篇。如有疑问请联系编辑部。</p>
      )}
    </Void>
  );
}

function reasonOf({ lockReason, offers }: PostDetail): string {
  if (lockReason === 'member') return '登录后可读';
  if (lockReason === 'vip') return 'VIP 可读';
  return offers.some(({ type }) => type === 'vip') ? 'VIP 或单篇购买可读' : '购买后可读';
}
