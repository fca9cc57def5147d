import { isId } from '#shared/ids.ts';

/** Parameters that WeChat (a code that identifies the buyer) and Alipay (payment details, which prove nothing) add. */
const gatewayParameters = [
  ...['code', 'state'],
  ...['out_trade_no', 'trade_no', 'total_amount', 'seller_id', 'app_id', 'auth_app_id'],
  ...['method', 'charset', 'version', 'timestamp', 'sign', 'sign_type'],
];

/** The address of this page, to which the gateway leads the buyer back. */
export const currentAddress = (): string => location.pathname + location.search;

/**
 * Returns the order id (and, inside WeChat, the code) that a gateway led back with, and removes all gateway parameters
 * from the address. Null for other visits.
 */
export function takeGatewayReturn(): { orderId: string; code?: string } | null {
  const address = new URL(location.href);
  const orderId = address.searchParams.get('payOrder');
  if (!orderId || !isId(orderId)) return null;
  const code = address.searchParams.get('state') === orderId && address.searchParams.get('code');
  for (const name of ['payOrder', ...gatewayParameters]) address.searchParams.delete(name);
  if (address.hash === '#wechat_redirect') address.hash = '';
  history.replaceState(history.state, '', address);
  return { orderId, ...(code && { code }) };
}
