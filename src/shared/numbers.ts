const WAN = 10_000;
const YI = 100_000_000;

/**
 * Formats a count for readers: 9,846; 1.8 万; 1,204 万; 2.3 亿. Rounds down, so that a number never claims more than there
 * is. Anything but a positive finite number becomes 0.
 */
export function formatCount(count: number): string {
  const whole = Number.isFinite(count) && count > 0 ? Math.floor(count) : 0;
  if (whole < WAN) return grouped(whole);
  if (whole < 1_000 * WAN) return `${tenths(whole, WAN)} 万`;
  if (whole < YI) return `${grouped(Math.floor(whole / WAN))} 万`;
  return `${tenths(whole, YI)} 亿`;
}

function tenths(whole: number, unit: number): string {
  const scaled = Math.floor(whole / (unit / 10));
  return `${grouped(Math.floor(scaled / 10))}.${scaled % 10}`;
}

// Avoids Intl: server and browser must produce the same characters whatever their locale data.
function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ',');
}
