import { parseMoment, toIso } from '#shared/dates.ts';

/**
 * Reads a date as files write it and returns it as ISO 8601 with +08:00, or null if it is malformed or does not exist
 * (2 月 30 日). Accepts 2018年5月11日, 2016年04月14日 08:00, 2018-5-1 08:00:30, 2018/5/1, 2018.5.1, 20180511, 上午/下午, full-width
 * digits, ISO with offset, and the form of e-mail and RSS (Fri, 11 May 2018 08:00:00 +0800). Without an offset,
 * Shanghai time is meant; without a time, midnight.
 */
export function readDate(text: string): string | null {
  const plain = text.normalize('NFKC').replace(/\s+/g, ' ').trim();
  if (plain.length > 60) return null;
  const moment = parseMoment(isoForm(plain) ?? numericForm(plain) ?? mailForm(plain) ?? '');
  // A year before 1000 is a typing error, and PostgreSQL cannot read years below 1 in this form.
  return moment && moment.first.getUTCFullYear() >= 1000 ? toIso(moment.first) : null;
}

function isoForm(text: string): string | null {
  const match =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,]\d+)? ?(Z|[+-]\d{2}(?::?\d{2})?)?$/i.exec(text);
  if (!match) return null;
  const [, day, time, zone = ''] = match;
  return `${day}T${time}${/^[+-]\d{2}$/.test(zone) ? `${zone}:00` : zone.toUpperCase()}`;
}

const numeric =
  /^(\d{4}) ?[年/.-] ?(\d{1,2}) ?[月/.-] ?(\d{1,2}) ?[日号]? ?(?:(?:星期|周)[一二三四五六日天])? ?(?:T|(上午|下午|凌晨|晚上|中午))? ?(?:(\d{1,2})[:时点] ?(?:(\d{1,2})(?:[:分] ?(?:(\d{1,2})(?:\.\d+)?秒?)?)?)?)?$/;

function numericForm(text: string): string | null {
  const match = numeric.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (!match) return null;
  const [, year = '', month = '', day = '', half, hours = '0', minutes = '0', seconds = '0'] = match;
  const isAfternoon = (half === '下午' || half === '晚上') && Number(hours) < 12;
  const clock = [String(Number(hours) + (isAfternoon ? 12 : 0)), minutes, seconds];
  return `${year}-${two(month)}-${two(day)}T${clock.map(two).join(':')}`;
}

const two = (digits: string) => digits.padStart(2, '0');
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const zones: Record<string, string> = { GMT: 'Z', UT: 'Z', UTC: 'Z', Z: 'Z', CST: '+08:00' };

function mailForm(text: string): string | null {
  const match =
    /^(?:[a-z]{3,9},? )?(\d{1,2}) ([a-z]{3})[a-z]* (\d{4}) (\d{1,2}):(\d{2})(?::(\d{2}))? ?([+-]\d{4}|[a-z]{1,3})?$/i.exec(
      text,
    );
  if (!match) return null;
  const [, day = '', name = '', year, hours = '', minutes, seconds = '00', zone = ''] = match;
  const month = months.indexOf(name.toLowerCase()) + 1;
  if (month === 0) return null;
  const offset =
    zones[zone.toUpperCase()] ?? (/^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : null);
  if (offset === null && zone !== '') return null;
  return `${year}-${two(String(month))}-${two(day)}T${two(hours)}:${minutes}:${seconds}${offset ?? ''}`;
}
