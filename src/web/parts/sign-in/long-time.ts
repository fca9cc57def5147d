/** A time said in full, for what must not be mistaken: `2026-12-01T08:00:00+08:00` → `2026 年 12 月 1 日 08:00`. */
export function longTime(iso: string): string {
  const [year, month, day] = iso.slice(0, 10).split('-').map(Number);
  return `${year} 年 ${month} 月 ${day} 日 ${iso.slice(11, 16)}`;
}
