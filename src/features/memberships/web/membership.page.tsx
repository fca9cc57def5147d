import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loginAddress } from '#client/return-path.ts';
import { columnPath } from '#client/routes.ts';
import { useIsLoggedIn } from '#client/session.ts';
import type { VipContents } from '#features/posts/schema.ts';
import { formatLongDay } from '#shared/dates.ts';
import { formatFen } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { Main } from '#ui/layout/main.tsx';
import { Section } from '#ui/layout/section.tsx';
import { Link } from '#ui/link.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { definePage, type Head } from '#web/page.ts';
import { Crumbs } from '#web/parts/home-links.tsx';
import { ColumnHead } from '#web/parts/page-head.tsx';
import { formatPeriod } from '#web/parts/pay/offers.ts';
import { openPayDialog } from '#web/parts/pay/pay-request.ts';
import { VipList } from '#web/parts/story/stories.tsx';
import { postPath } from '#web/parts/story.ts';
import { VipPanel } from '#web/parts/vip-panel.tsx';
import type { Site } from '#web/site.ts';
import { loadMembership, type MembershipData, pricePerDay, type VipPlan } from './membership-data.ts';
import s from './membership-page.module.css';

const path = '/membership';

/** What VIP brings and costs, open to everyone (docs/product.md §15). */
export const page = definePage<MembershipData>({
  parameters: [],
  tags: () => ['plans', 'posts', 'columns'],
  load: ({ fetchCall }) => loadMembership(fetchCall),
  describe: (data, _pageLocation, site) => describeMembership(data, site),
  isPersonal: true,
  Page: ({ data }) => <MembershipPage data={data} />,
});

function describeMembership({ plans, contents }: MembershipData, site: Site): Head {
  const prices = plans.filter(({ isTrial }) => !isTrial).map(({ price }) => price);
  const facts = [
    contents && contents.posts > 0 && `现有 ${countOf(contents)} 篇专享内容`,
    prices.length > 0 && `${formatFen(Math.min(...prices))} 起`,
  ].filter(Boolean);
  return {
    title: `VIP 会员 - ${site.name}`,
    description: `${[`${site.name} VIP 会员`, ...facts].join('，')}。`,
    canonical: path,
  };
}

function MembershipPage({ data }: { data: MembershipData }) {
  const { contents, vipUntil } = data;
  return (
    <Main>
      <ColumnHead
        title="VIP 会员"
        crumbs={<Crumbs items={[{ name: 'VIP 会员' }]} />}
        note={
          vipUntil
            ? `你的 VIP 有效期至 ${formatLongDay(vipUntil)}，现在续费从这一天起顺延`
            : contents && contents.posts > 0
              ? `开通后可读现有的 ${countOf(contents)} 篇专享内容，和有效期内新发的`
              : '开通后可读全部 VIP 内容'
        }
      />
      <Plans data={data} />
      <Contents data={data} />
      <Questions />
    </Main>
  );
}

const countOf = ({ posts, isCapped }: Pick<VipContents, 'posts' | 'isCapped'>): string =>
  `${formatCount(posts)}${isCapped ? '+' : ''}`;

function Plans({ data: { plans, vipUntil } }: { data: MembershipData }) {
  const buy = useBuy(plans);
  if (plans.length === 0)
    return (
      <EmptyState
        title="现在没有在售的套餐"
        actions={
          <ButtonLink size="s" href={columnPath('3')}>
            看看 VIP 专享
          </ButtonLink>
        }
      >
        <p>编辑部上架套餐后，会出现在这里。</p>
      </EmptyState>
    );
  return (
    <Section id="membership-plans" tone="vip" title="选一个套餐">
      <ul className={s.plans}>
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} label={vipUntil ? '续费' : '开通'} action={buy(plan)} />
        ))}
      </ul>
    </Section>
  );
}

type Purchase = { href: string } | { onClick: () => void };

/**
 * Returns how to buy a plan: the pay pop-up, or for a visitor the log-in, which leads back and opens the pop-up with
 * that plan.
 */
function useBuy(plans: readonly VipPlan[]): (plan: VipPlan) => Purchase {
  const isMember = useIsLoggedIn();
  const { search } = useLocation();
  const navigate = useNavigate();
  const wanted = new URLSearchParams(search).get('plan');
  const isWantedOnSale = plans.some(({ id }) => id === wanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens once, for the plan in the address.
  useEffect(() => {
    if (!isMember || !wanted) return;
    void navigate(path, { replace: true, preventScrollReset: true });
    if (isWantedOnSale) openPlan(wanted);
  }, [isMember, wanted]);
  return ({ id }) =>
    isMember ? { onClick: () => openPlan(id) } : { href: loginAddress(`${path}?plan=${id}`) };
}

const openPlan = (id: string) => openPayDialog({ preselected: 'vip', thing: `plan:${id}` });

interface PlanCardProps {
  plan: VipPlan;
  label: string;
  action: Purchase;
}

function PlanCard({ plan, label, action }: PlanCardProps) {
  const { name, price, yourPrice } = plan;
  const look = { tone: 'vip', wide: true, 'aria-label': `${label}：${name}` } as const;
  return (
    <li className={s.plan}>
      <h3>{name}</h3>
      <p className={s.price}>
        <b className="fig">{formatFen(yourPrice)}</b>
        {yourPrice < price && <s className="fig">{formatFen(price)}</s>}
      </p>
      <p className={s.note}>
        {formatPeriod(plan)}，每天约 <span className="fig">{formatFen(pricePerDay(plan))}</span>
        {yourPrice < price && '，首次优惠'}
      </p>
      <div className={s.action}>
        {'href' in action ? (
          <ButtonLink {...look} href={action.href}>
            {label}
          </ButtonLink>
        ) : (
          <Button {...look} onClick={action.onClick}>
            {label}
          </Button>
        )}
      </div>
    </li>
  );
}

/** What VIP opens now: the newest titles, and the columns with the numbers of their posts. */
function Contents({ data: { contents, newest } }: { data: MembershipData }) {
  if (!newest?.length && !contents?.columns.length) return null;
  return (
    <VipPanel
      id="membership-contents"
      title="现在里面有什么"
      more={{ label: '全部专享', href: columnPath('3') }}
      lead={
        <VipList
          items={(newest ?? []).map(({ title, wordCount, ...record }) => ({
            title,
            href: postPath(record),
            note: `${formatCount(wordCount)} 字`,
          }))}
        />
      }
      list={
        <ul className={s.columns} aria-label="包含的栏目">
          {(contents?.columns ?? []).map((column) => (
            <li key={column.id}>
              <Link href={columnPath(column.id)}>{column.name}</Link>
              <span className="fig">{countOf(column)} 篇</span>
            </li>
          ))}
        </ul>
      }
    />
  );
}

/** Answers that hold for every portal; they state rules of docs/product.md §13 and §16. */
const questions = [
  {
    question: 'VIP 能读什么？',
    answer:
      '所有标着 VIP 的内容，包括开通以前发布的。单独出售的内容不包含在内，除非文中写明 VIP 可读；有的单篇给 VIP 更低的价格。',
  },
  {
    question: '和订阅栏目有什么不同？',
    answer: '订阅只管一个栏目，但那个栏目里单独出售的内容也能读；VIP 管全站标着 VIP 的内容。',
  },
  {
    question: '到期会自动扣款吗？',
    answer: '不会。每次都由你自己下单；没到期就续费，从原来的到期日起顺延，不会损失天数。',
  },
  {
    question: '到期以后呢？',
    answer: '标着 VIP 的内容恢复为只能读开头。单独买过的和收藏的都还在。',
  },
  {
    question: '可以退款和开发票吗？',
    answer:
      '数字内容付款后即可阅读，不适用七天无理由退货。需要退款或发票，在“我的购买”里打开那一笔订单申请。',
  },
  {
    question: '可以送人吗？',
    answer: '可以。下单时勾选“送给别人”，付款后得到一个兑换码，对方在“我的购买”里兑换。',
  },
];

function Questions() {
  return (
    <Section id="membership-questions" title="问与答">
      <div className={s.questions}>
        {questions.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  );
}
