import { dayMs, parseMoment, toIso } from '#shared/dates.ts';

/** A date as ISO 8601 with +08:00, or why a text is none, in Chinese. */
type DateReading = { iso: string; fault?: undefined } | { iso?: undefined; fault: string };

/** Returns the date in a text as ISO 8601 with +08:00; null if there is none or it could mean several. */
export const readDate = (text: string): string | null => explainDate(text).iso ?? null;

/**
 * Reads a date as files write it: 2018年5月11日, 2016年04月14日 08:00, 2018-5-1 08:00:30, 2018/5/1, 2018.5.1, 20180511, each
 * with 上午, 晚上 and the like; full-width digits; ISO with offset; the forms of e-mail and RSS (Fri, 11 May 2018 08:00:00
 * +0800, May 11, 2018, 8:00 PM); a day and a month before the year (12/25/2024), unless either could be the other. Without
 * an offset, Shanghai time is meant; without a time, midnight. Rather refuses a text than guesses what it means.
 */
export function explainDate(text: string): DateReading {
  const plain = text.normalize('NFKC').replace(/\s+/g, ' ').trim();
  if (plain.length > 80) return { fault: '无法识别' };
  for (const form of forms) {
    const groups = form.exec(plain)?.groups;
    if (groups) return readParts(groups as Parts);
  }
  return { fault: '无法识别' };
}

type Parts = Partial<
  Record<
    | 'year'
    | 'month'
    | 'day'
    | 'first'
    | 'second'
    | 'half'
    | 'hours'
    | 'minutes'
    | 'seconds'
    | 'meridiem'
    | 'zone',
    string
  >
>;

function readParts(parts: Parts): DateReading {
  const day = dayOf(parts);
  if (day.fault !== undefined) return day;
  const { half = parts.meridiem, hours: written, minutes = '0', seconds = '0', zone = '' } = parts;
  if (half !== undefined && written === undefined) return { fault: `“${half}”没有写几点，请写上或去掉` };
  const hours = half === undefined ? Number(written ?? 0) : hoursOf(half, Number(written));
  if (hours === null) return { fault: `“${half} ${written} 点”不明确，请写成 24 小时制，如 00:30 或 13:30` };
  const offset = offsetOf(zone);
  if (offset === null) return { fault: `时区“${zone}”不明确，请写成 +08:00 这样` };
  const isEndOfDay = hours === 24 && (half !== undefined || Number(minutes) + Number(seconds) === 0);
  const clock = [isEndOfDay ? '0' : String(hours), minutes === '半' ? '30' : minutes, seconds]
    .map(two)
    .join(':');
  const moment = parseMoment(`${day.iso}T${clock}${offset}`);
  // A year before 1000 is a typing error, and PostgreSQL cannot read years below 1 in this form.
  if (!moment || moment.first.getUTCFullYear() < 1000) return { fault: '无法识别' };
  return { iso: toIso(new Date(moment.first.getTime() + (isEndOfDay ? dayMs : 0))) };
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Returns the day as `2018-05-11`, whether it exists or not. */
function dayOf({ year = '', month, day, first = '', second = '' }: Parts): DateReading {
  if (month !== undefined && day !== undefined) {
    const named = months.findIndex((name) => month.toLowerCase().startsWith(name)) + 1;
    return { iso: `${fullYear(year)}-${two(named > 0 ? String(named) : month)}-${two(day)}` };
  }
  if (year.length < 4) return { fault: '年份只有两位，分不清年月日，请写成 2024-12-25 这样' };
  const [one, other] = [Number(first), Number(second)];
  if (one > 12 || one === other) return { iso: `${year}-${two(second)}-${two(first)}` };
  if (other > 12) return { iso: `${year}-${two(first)}-${two(second)}` };
  return { fault: `可能是 ${one} 月 ${other} 日，也可能是 ${other} 月 ${one} 日，请写成 2024-12-25 这样` };
}

const two = (digits: string) => digits.padStart(2, '0');

/** Two digits are a year from 1950 to 2049 (RFC 5322, 4.3). */
const fullYear = (year: string): string =>
  year.length > 2 ? year : `${Number(year) < 50 ? 20 : 19}${two(year)}`;

/** The hours that a part of the day has, as people write them from 0 to 12; those from 13 on are plain. */
const halves: readonly { names: string; hours: Partial<Record<number, number>> }[] = [
  { names: '上午 AM', hours: { 12: 0, ...same(0, 11) } },
  { names: '凌晨', hours: { 12: 0, ...same(0, 6) } },
  { names: '早上 早晨 清晨', hours: same(4, 11) },
  { names: '中午', hours: { ...same(11, 14), ...afternoon(1, 2) } },
  { names: '下午 PM', hours: { ...same(12, 23), ...afternoon(1, 11) } },
  { names: '傍晚', hours: { ...same(16, 20), ...afternoon(4, 8) } },
  // Midnight at the end of the day; one o'clock could be that of the night before or after.
  { names: '晚上 晚间 夜里 深夜', hours: { ...same(17, 24), ...afternoon(5, 11), 12: 24 } },
];

function same(from: number, to: number): Record<number, number> {
  return Object.fromEntries(Array.from({ length: to - from + 1 }, (_, at) => [from + at, from + at]));
}

function afternoon(from: number, to: number): Record<number, number> {
  return Object.fromEntries(Array.from({ length: to - from + 1 }, (_, at) => [from + at, from + at + 12]));
}

/** Returns the hours from 0 to 24; null where a part of the day and a number do not fit, or could mean two times. */
function hoursOf(half: string, given: number): number | null {
  const name = half.toUpperCase().replaceAll('.', '');
  return halves.find(({ names }) => names.split(' ').includes(name))?.hours[given] ?? null;
}

const zones: Readonly<Record<string, string>> = {
  ...{ Z: 'Z', GMT: 'Z', UT: 'Z', UTC: 'Z' },
  ...{
    NST: '-03:30',
    NDT: '-02:30',
    AST: '-04:00',
    ADT: '-03:00',
    EST: '-05:00',
    EDT: '-04:00',
    CDT: '-05:00',
  },
  ...{
    MST: '-07:00',
    MDT: '-06:00',
    PST: '-08:00',
    PDT: '-07:00',
    AKST: '-09:00',
    AKDT: '-08:00',
    HST: '-10:00',
  },
  ...{ WET: '+00:00', CET: '+01:00', CEST: '+02:00', EET: '+02:00', EEST: '+03:00', MSK: '+03:00' },
  ...{ JST: '+09:00', KST: '+09:00', HKT: '+08:00', SGT: '+08:00', AEST: '+10:00', AEDT: '+11:00' },
};

/** Returns the offset of a zone, '' for none; null for a name that is unknown or that several zones have, such as CST. */
function offsetOf(zone: string): string | null {
  const name = zone.toUpperCase();
  const [, sign, hours = '', minutes = '00'] = /^(?:GMT|UTC)?([+-])(\d{1,2}):?(\d{2})?$/.exec(name) ?? [];
  if (sign) return `${sign}${two(hours)}:${minutes}`;
  return name === '' ? '' : (zones[name] ?? null);
}

const half = `(?<half>${halves.flatMap(({ names }) => names.split(' ')).join('|')})`;
const meridiem = '(?: ?(?<meridiem>[ap]\\.?m\\.?)(?![a-z]))?';
const seconds = '(?<seconds>\\d{1,2})(?:[.,]\\d+)?';
const clock = `(?<hours>\\d{1,2}):(?<minutes>\\d{2})(?::${seconds})?${meridiem}`;
/** A zone's name or offset, and what Java and JavaScript write behind it in brackets. */
const zone = '(?: ?(?<zone>(?:GMT|UTC)?[+-]\\d{1,2}(?::?\\d{2})?|[a-z]{1,5}))?(?: ?\\([^()]*\\))?';
const weekday = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\\.?,? )?';
const monthName = `(?<month>(?:${months.join('|')})[a-z]{0,6})\\.?`;
const dayNumber = '(?<day>\\d{1,2})(?:st|nd|rd|th)?';

const forms = [
  // 2018-05-11T08:00:00.000Z
  `(?<year>\\d{4})-(?<month>\\d{2})-(?<day>\\d{2})[T ]${clock}${zone}`,
  // 2018年5月11日 星期五 下午3时5分
  `(?<year>\\d{4}|\\d{2}(?= ?年)) ?[年/.-] ?(?<month>\\d{1,2}) ?[月/.-] ?(?<day>\\d{1,2}) ?[日号]?,? ?` +
    `(?:(?:星期|周)[一二三四五六日天])? ?(?:T|${half})? ?` +
    `(?:(?<hours>\\d{1,2})[:时点] ?(?:(?<minutes>\\d{1,2}|半)(?:[:分] ?(?:${seconds}秒?)?)?)?${meridiem}${zone})?`,
  '(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})',
  // 12/25/2024 8:00 PM
  `(?<first>\\d{1,2})(?<separator>[/.-])(?<second>\\d{1,2})\\k<separator>(?<year>\\d{4}|\\d{2})(?:,? ${clock}${zone})?`,
  // Fri, 11 May 2018 08:00:00 +0800
  `${weekday}${dayNumber}[ -]${monthName},?[ -](?<year>\\d{4}|\\d{2})(?:,? ${clock}${zone})?`,
  // May 11, 2018, 8:00 PM; Fri May 11 2018 08:00:00 GMT+0800
  `${weekday}${monthName} ${dayNumber},? (?<year>\\d{4})(?:,?(?: at)? ${clock}${zone})?`,
  // Fri May 11 08:00:00 EDT 2018
  `${weekday}${monthName} ${dayNumber} ${clock}${zone} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`, 'i'));
