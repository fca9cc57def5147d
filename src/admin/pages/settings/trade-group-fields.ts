import type { GroupSpec } from './group-spec.ts';

/** What the operator decides about sales. */
export const tradeGroupSpec: GroupSpec = {
  name: 'trade',
  title: '交易',
  lead: '分成、退款和提现的规则。保存后马上用于读者和作者的下一步操作，不用重启。',
  fields: [
    {
      name: 'authorShare',
      label: '作者分成',
      kind: 'whole',
      unit: '%',
      note: '单篇售出后作者得到的百分比，0 到 100；不足一分的归平台。按下单时的比例结算，已经下的单不会跟着变',
    },
    {
      name: 'refundDays',
      label: '退款期限',
      kind: 'whole',
      unit: '天',
      note: '读者付款后多少天内可以申请退款，0 到 365；0 表示不受理。已经付款的订单也按新的期限算，这段时间里的收入作者还不能提现。撤回的内容随时可退，不受它限制',
    },
    {
      name: 'withdrawalLeast',
      label: '最低提现金额',
      kind: 'whole',
      unit: '元',
      note: '作者一次至少提现多少，1 到 100000；已经提交的申请不受影响',
    },
  ],
};
