import { isId } from '#shared/ids.ts';

/** What WeChat (a code that names the buyer) and Alipay (an account of the payment, which proves nothing) add. */
const theirs = [
  ...['code', 'state'],
  ...['out_trade_no', 'trade_no', 'total_amount', 'seller_id', 'app_id', 'auth_app_id'],
  ...['method', 'charset', 'version', 'timestamp', 'sign', 'sign_type'],
];

/** Where the buyer stands, to be led back to. */
export const here = (): string => location.pathname + location.search;

/**
 * The order that a gateway led back with, and inside WeChat the code; all of it is taken out of the address. Null for
 * other visits.
 */
export function takeReturn(): { orderId: string; code?: string } | null {
  const address = new URL(location.href);
  const orderId = address.searchParams.get('payOrder');
  if (!orderId || !isId(orderId)) return null;
  const code = address.searchParams.get('state') === orderId && address.searchParams.get('code');
  for (const name of ['payOrder', ...theirs]) address.searchParams.delete(name);
  if (address.hash === '#wechat_redirect') address.hash = '';
  history.replaceState(history.state, '', address);
  return { orderId, ...(code && { code }) };
}
