import type { PostDetail } from '#features/posts/calls.ts';
import { formatFen } from '#shared/money.ts';
import { Offer, Wall } from '#ui/article/wall.tsx';
import { ButtonLink } from '#ui/controls/button.tsx';
import { Void } from '#ui/states/void.tsx';
import { missingOf } from './piece-text.ts';

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
  return <div className="paywall">{lockReason === 'withdrawn' ? <Withdrawn /> : <Locked {...props} />}</div>;
}

function Locked({ piece, isVisitor, loginHref }: PaywallProps) {
  const isForMembers = piece.lockReason === 'member';
  return (
    <Wall
      remaining={piece.lockedWordCount}
      reason={reasonOf(piece)}
      note={missingOf(piece) || undefined}
      foot={isVisitor ? undefined : isForMembers ? blocked : notForSaleYet}
      loginHref={isVisitor && !isForMembers ? loginHref : undefined}
      loginPrompt={piece.lockReason === 'vip' ? '已经是 VIP？' : '已经买过？'}
    >
      {isForMembers
        ? isVisitor && <LoginOffer loginHref={loginHref} />
        : piece.offers.map((offer) => (
            <WayOn
              key={offer.type}
              offer={offer}
              files={piece.attachments.length}
              loginHref={isVisitor ? loginHref : undefined}
            />
          ))}
    </Wall>
  );
}

// A member who still meets the members' wall has been blocked (PRODUCT §3).
const blocked = '你的账号目前只能阅读公开内容，如有疑问请联系编辑部。';
const notForSaleYet = '支付功能尚未开放，请联系编辑部开通。';

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

type WayOnProps = { offer: PostDetail['offers'][number]; files: number; loginHref: string | undefined };

function WayOn({ offer: { type, title, price }, files, loginHref }: WayOnProps) {
  const isVip = type === 'vip';
  return (
    <Offer
      title={title}
      note={files > 0 ? `含附件 ${files} 份` : undefined}
      price={price === null ? undefined : formatFen(price)}
      vip={isVip}
      action={
        loginHref && (
          <ButtonLink tone={isVip ? 'vip' : 'plain'} wide href={loginHref}>
            {isVip ? '开通 VIP' : '购买本篇'}
          </ButtonLink>
        )
      }
    />
  );
}

function Withdrawn() {
  return (
    <Void title="这篇内容已经撤下">
      <p>你买过这一篇，可以申请退款：请把订单号和手机号告诉编辑部，款项原路退回。</p>
    </Void>
  );
}

function reasonOf({ lockReason, offers }: PostDetail): string {
  if (lockReason === 'member') return '登录后可读';
  if (lockReason === 'vip') return 'VIP 可读';
  return offers.some(({ type }) => type === 'vip') ? 'VIP 或单篇购买可读' : '购买后可读';
}
