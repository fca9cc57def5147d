/**
 * A price as readers see it: ¥18, ¥18.50, ¥1,280. `fen` is a whole number of fen (PRODUCT §4); a negative or
 * broken one reads as ¥0, since no price is below it.
 */
export function formatFen(fen: number): string {
  const whole = Number.isFinite(fen) && fen > 0 ? Math.floor(fen) : 0;
  const yuan = String(Math.floor(whole / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  const rest = whole % 100;
  return rest === 0 ? `¥${yuan}` : `¥${yuan}.${String(rest).padStart(2, '0')}`;
}
