import type { PostDetail } from '#features/posts/schema.ts';
import { formatFen } from '#shared/money.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { Link } from '#ui/link.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { priceNoteOf } from '../pay/offers.ts';
import { openPayDialog, type PayRequest } from '../pay/pay-request.ts';
import { PaywallBox, PaywallOffer } from './paywall-box.tsx';
import { savePaywallPlace } from './paywall-return.ts';
import { describeHidden } from './post-text.ts';

export interface PaywallProps {
  post: PostDetail;
  /** The page was rendered for a reader who is not logged in. */
  isVisitor: boolean;
  /** Address of the log-in page, which leads back here. */
  loginHref: string;
}

/**
 * The end of the text for this reader, and every way to unlock it (docs/product.md §13). Renders nothing for an
 * unlocked post.
 */
export function Paywall(props: PaywallProps) {
  const { lockReason } = props.post;
  if (lockReason === null) return null;
  // Structured data names this class as the part that is not free.
  return (
    <div className="paywall" onClickCapture={() => savePaywallPlace(props.post.id, props.post.body)}>
      {lockReason === 'withdrawn' ? <Withdrawn post={props.post} /> : <Locked {...props} />}
    </div>
  );
}

function Locked({ post, isVisitor, loginHref }: PaywallProps) {
  const isForMembers = post.lockReason === 'member';
  return (
    <PaywallBox
      remaining={post.lockedWordCount}
      reason={reasonOf(post)}
      note={describeHidden(post) || undefined}
      foot={isForMembers ? !isVisitor && blockedNote : post.offers.length === 0 && notOnSaleNote}
      loginHref={isVisitor && !isForMembers ? loginHref : undefined}
      loginPrompt={post.lockReason === 'vip' ? '已经是 VIP？' : '已经买过？'}
    >
      {isForMembers
        ? isVisitor && <LoginPrompt loginHref={loginHref} />
        : post.offers.map((offer, index) => (
            <NextStepLink
              key={offer.type}
              offer={offer}
              isCheapest={index === 0}
              post={post}
              loginHref={isVisitor ? loginHref : undefined}
            />
          ))}
    </PaywallBox>
  );
}

// A member who still sees the members' paywall has been blocked (docs/product.md §13).
const blockedNote = '你的账号目前只能阅读公开内容，如有疑问请联系编辑部。';

const notOnSaleNote = '现在没有在售的购买方式，编辑部上架后会出现在这里。';

function LoginPrompt({ loginHref }: { loginHref: string }) {
  return (
    <PaywallOffer
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

type NextStepLinkProps = {
  offer: PostDetail['offers'][number];
  /** The first of the offers, which the server sorts by price. */
  isCheapest: boolean;
  post: PostDetail;
  loginHref: string | undefined;
};

function NextStepLink({ offer: { type, title, price }, isCheapest, post, loginHref }: NextStepLinkProps) {
  const { attachments } = post;
  const isVip = type === 'vip';
  const label = isVip ? '开通 VIP' : type === 'column' ? '订阅栏目' : '购买本篇';
  const appearance = { tone: isVip ? 'vip' : isCheapest ? 'accent' : 'plain', wide: true } as const;
  const preselected = type === 'column' || type === 'vip' ? type : 'post';
  const cost = post.offers.find((offer) => offer.type === 'post')?.price ?? null;
  const priceNote = priceNoteOf(cost, post);
  const request: PayRequest = {
    post: {
      id: post.id,
      title: post.title,
      price: cost,
      priceNote,
      columnId: post.columnId,
      isByVip: post.offers.some((offer) => offer.type === 'vip'),
    },
    preselected,
  };
  const notes = [
    ...(preselected === 'post' && priceNote ? [priceNote] : []),
    ...(attachments.length > 0 ? [`含附件 ${attachments.length} 份`] : []),
  ];
  return (
    <PaywallOffer
      title={title}
      note={isVip ? <MembershipLink /> : notes.join('，') || undefined}
      price={price === null ? undefined : `${formatFen(price)}${preselected === 'post' ? '' : ' 起'}`}
      vip={isVip}
      action={
        loginHref ? (
          <ButtonLink {...appearance} href={loginHref}>
            {label}
          </ButtonLink>
        ) : (
          <Button {...appearance} onClick={() => openPayDialog(request)}>
            {label}
          </Button>
        )
      }
    />
  );
}

const MembershipLink = () => (
  <Link className="link" href="/membership">
    看看 VIP 里有什么
  </Link>
);

/** A bought post that was withdrawn: the refund is requested from the member's own order (docs/product.md §13). */
function Withdrawn({ post }: { post: PostDetail }) {
  const refund = post.offers.find(({ type }) => type === 'refund');
  return (
    <EmptyState title="这篇内容已经撤下">
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
    </EmptyState>
  );
}

const wayLabels: Partial<Record<PostDetail['offers'][number]['type'], string>> = {
  post: '单篇购买',
  column: '订阅栏目',
  vip: ' VIP ',
};

/** Names what unlocks the post for this reader, the cheapest first. */
function reasonOf({ lockReason, offers }: PostDetail): string {
  if (lockReason === 'member') return '登录后可读';
  const ways = offers.flatMap(({ type }) => wayLabels[type] ?? []);
  if (ways.length < 2) return lockReason === 'vip' ? 'VIP 可读' : '购买后可读';
  return `${ways.slice(0, -1).join('、')}或${ways.at(-1)}可读`.replace(/ ?、 ?/g, '、').trim();
}
