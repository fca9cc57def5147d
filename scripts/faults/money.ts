import type { Fault } from './fault.ts';

export const faults: readonly Fault[] = [
  {
    breaks: 'the CSV of orders gives the list price as the amount that the buyer paid, ignoring the discount',
    find: 'row.discount, row.amount, row.refunded_amount].map(fenToYuan)',
    replace: 'row.discount, row.list_price, row.refunded_amount].map(fenToYuan)',
    seenBy: ['features/orders/calls.test.ts'],
  },
  {
    breaks:
      'charges a buyer more than the price they saw, without asking, when the price was raised meanwhile',
    find: 'if (price !== undefined && price !== goods.price)',
    replace: 'if (price !== undefined && price > goods.price)',
    seenBy: [
      'features/orders/calls.test.ts',
      'features/orders/vip-price.test.ts',
      'main/money-bad-input.test.ts',
    ],
  },
  {
    breaks: 'the order form refuses every buyer with a valid coupon, saying that the price has changed',
    find: '{ price: quote.listPrice }',
    replace: '{ price: quote.amount }',
    seenBy: ['pay-dialog.browser.test.tsx', 'pay/order-form.browser.test.tsx'],
  },
  {
    breaks: 'any member can request the refund of another member’s order',
    find:
      'const order = await lockOrder(trx, id);\n' + '    if (!order || order.member_id !== memberId) throw',
    replace: 'const order = await lockOrder(trx, id);\n    if (!order) throw',
    seenBy: ['features/orders/calls.test.ts', 'main/strangers.test.ts'],
  },
  {
    breaks: 'an author’s list of sales still shows the full income of a sale that was refunded',
    find: ' - authorPart(row.refunded_amount, row.author_share)',
    replace: '',
    seenBy: ['features/orders/calls.test.ts'],
  },
  {
    breaks: 'staff are told to invoice the whole amount of an order that was partly refunded',
    find: 'amount: row.amount ?? row.order_amount - row.refunded_amount,',
    replace: 'amount: row.amount ?? row.order_amount,',
    seenBy: ['features/orders/calls.test.ts'],
  },
  {
    breaks: 'accepts a payment notice of WeChat Pay that is for another application of the merchant',
    find: 'if (trade.appid !== settings.appId)',
    replace: "if (trade.appid === '')",
    seenBy: [
      'features/payments/gateways/wechat.test.ts',
      'features/payments/payments.test.ts',
      'features/payments/books.test.ts',
    ],
  },
  {
    breaks:
      'Alipay’s page refuses every order as expired, because its deadline is sent in UTC instead of Beijing time',
    find: "time_expire: toIso(expiresAt).slice(0, 19).replace('T', ' '),",
    replace: "time_expire: expiresAt.toISOString().slice(0, 19).replace('T', ' '),",
    seenBy: [
      'features/payments/gateways/alipay.test.ts',
      'features/payments/payments.test.ts',
      'paying-alipay.spec.ts',
    ],
  },
  {
    breaks: 'any member can read the amount and payment state of another member’s order',
    find: ".where('id', '=', orderId)\n    .where('member_id', '=', memberId)",
    replace: ".where('id', '=', orderId)",
    seenBy: ['features/payments/payments.test.ts', 'main/strangers.test.ts'],
  },
  {
    breaks: 'a day whose bill could not be read is never reconciled again, although the gateway is back',
    find: "if (!existing || existing.state === 'failed')",
    replace: 'if (!existing)',
    seenBy: ['features/payments/payments.test.ts'],
  },
  {
    breaks: 'an author’s month-end balances before a withdrawal are too low by the withdrawn amount',
    find: 'balance -= earned - refunded - withdrawn;',
    replace: 'balance -= earned - refunded;',
    seenBy: ['features/ledger/income.test.ts'],
  },
  {
    breaks: 'refunds in parts take a fen too little back from the author, so a full refund leaves a balance',
    find: 'authorPart(refunded + amount, authorShare) - authorPart(refunded, authorShare)',
    replace: 'authorPart(amount, authorShare)',
    seenBy: [
      'features/ledger/accounts.test.ts',
      'features/orders/settle-payment.test.ts',
      'features/orders/interleavings.test.ts',
    ],
  },
  {
    breaks: 'an author’s statement counts the first eight hours of a month in the month before',
    find: "to_char(t.created_at at time zone 'Asia/Shanghai', 'YYYY-MM')",
    replace: "to_char(t.created_at at time zone 'UTC', 'YYYY-MM')",
    seenBy: ['features/ledger/income.test.ts'],
  },
  {
    breaks: 'an author gets no notice when a withdrawal is approved, rejected or paid',
    find: "  'withdrawal.decided': noticeListener(noticeOfWithdrawal),\n",
    replace: '',
    seenBy: ['notifications/trade-notices.test.ts', 'money-admin.spec.ts'],
  },
  {
    breaks:
      'rounds the discount of a percentage coupon to the nearest fen, so some buyers get a fen too much off',
    find: 'Math.floor((price * (percent_off ?? 0)) / 100)',
    replace: 'Math.round((price * (percent_off ?? 0)) / 100)',
    seenBy: ['features/memberships/coupons.test.ts'],
  },
  {
    breaks: 'sells a plan as a gift at the first-time price to buyers who never had it',
    find: '  if (isGift) return { plan, price: plan.price };\n',
    replace: '',
    seenBy: ['features/memberships/calls.test.ts', 'features/orders/calls.test.ts'],
  },
  {
    breaks: 'two members who redeem one code at the same moment both get VIP',
    find: ".where('c.code_hash', '=', hash)\n    .forUpdate('c')",
    replace: ".where('c.code_hash', '=', hash)",
    seenBy: ['features/memberships/calls.test.ts'],
  },
  {
    breaks: 'a member cannot buy a post after their purchase was refunded or their subscription ended',
    find:
      "    .where((grant) => grant.or([grant('ends_at', 'is', null), grant('ends_at', '>', now)]))\n" +
      '    .where((grant) =>\n' +
      '      grant.or([\n',
    replace: '    .where((grant) =>\n      grant.or([\n',
    seenBy: ['features/orders/calls.test.ts', 'paying.spec.ts'],
  },
  {
    breaks: 'a renewal counts from the day of payment, so a member loses the rest of their VIP',
    find: '((await queries.findGrantEnd(trx, target, now)) ?? now)',
    replace: 'now',
    seenBy: [
      'features/entitlements/grants.test.ts',
      'features/entitlements/by-hand.test.ts',
      'features/orders/settle-payment.test.ts',
      'paying.spec.ts',
    ],
  },
  {
    breaks: 'a player exceeds the position cap with several purchases that are still open',
    find: 'heldAmount + (account.buying.get(code) ?? 0) + amount',
    replace: 'heldAmount + amount',
    seenBy: [
      'contest/rules/check-order.test.ts',
      'contest/rules/properties.test.ts',
      'contest/interleavings.test.ts',
    ],
  },
  {
    breaks:
      'cached pages still show a season as upcoming after it has begun, or as running after it has ended',
    find: "    if (begun.length + ended.length > 0) await purge(ctx, trx, ['contest']);\n",
    replace: '',
    seenBy: ['contest/purges.test.ts', 'contest/manage/admin.test.ts'],
  },
  {
    breaks: 'a dividend paid late on its ex-day goes to players who bought that day, not to those who sold',
    find: 'h.quantity::bigint - coalesce(n.quantity, 0) quantity',
    replace: 'h.quantity::bigint quantity',
    seenBy: ['contest/clearing/clear-day.test.ts', 'contest/interleavings.test.ts'],
  },
  {
    breaks: 'others see a player’s trades after one trade day, whatever longer delay the season sets',
    find: 'await findTradeDayBefore(ctx.db, today, season?.delay_days ?? 1)',
    replace: 'await findTradeDayBefore(ctx.db, today, 1)',
    seenBy: ['contest/boards/boards.test.ts'],
  },
  {
    breaks: 'the cached home page still shows an event of the economic calendar that staff have deleted',
    find: "    await purge(ctx, trx, ['economic-events']);\n    await recordAction(",
    replace: '    await recordAction(',
    seenBy: ['features/economic-events/calls.test.ts'],
  },
  {
    breaks: 'the quote of an invented security is shown to readers as a real one, without the mark 模拟',
    find: 'isSimulated: instrument?.is_invented ?? false,',
    replace: 'isSimulated: false,',
    seenBy: ['features/securities/calls.test.ts', 'main/tag-and-stock-pages.test.ts'],
  },
  {
    breaks: 'the exported stock table joins aliases by commas, so importing it again makes one alias of them',
    find: "aliases.join('|'),",
    replace: "aliases.join(','),",
    seenBy: ['features/stocks/calls.test.ts'],
  },
  {
    breaks: 'a price typed with a comma for the point is read without it: 9，9 becomes ¥99',
    find: "const text = foldWidth(typed).trim();\n  const [, whole = '', decimals = ''] =",
    replace:
      "const text = foldWidth(typed).trim().replaceAll(',', '');\n  const [, whole = '', decimals = ''] =",
    seenBy: ['shared/read-decimal.test.ts', 'shared/yuan.test.ts'],
  },
  {
    breaks: 'staff refund an invoiced order without being told that its invoice must be reversed',
    find: 'if (!isConfirmed) throw',
    replace: 'if (isConfirmed) throw',
    seenBy: ['features/orders/calls.test.ts'],
  },
  {
    breaks: 'a salaried editor gets 70 % of each sale of what they write for the house',
    find: 'share_percent ?? (member_id === null || is_staff ? 0 : null)',
    replace: 'share_percent ?? (member_id === null ? 0 : null)',
    seenBy: ['features/orders/author-share.test.ts'],
  },
  {
    breaks: 'what was bought with invented money in a demo stays bought after the site went live',
    find: "(o.payment_id = p.id and o.state in ('paid', 'refunding'))",
    replace: 'false',
    seenBy: ['orders/settle-payment.test.ts', 'main/prepare.test.ts'],
  },
];
