type Prices = {
  price?: number | null | undefined;
  vipPrice?: number | null | undefined;
  vipFree?: boolean | undefined;
};

/**
 * Returns what is wrong with a VIP price in relation to the price, phrased to follow the field's name; undefined if
 * valid.
 */
export function findVipPriceFault({ price, vipPrice, vipFree }: Prices): string | undefined {
  if (vipPrice === null || vipPrice === undefined) return undefined;
  if (vipFree) return '和“VIP 免费”只能选一个';
  if (price === null || price === undefined) return '要和价格一起填';
  return vipPrice > price ? '不能高于价格' : undefined;
}
