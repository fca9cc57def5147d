import type { Board } from '../../rules/trade-rules.ts';

/** A fictitious company. `price`: in 厘 at the start of its history; `weight`: its shares in the index, in millions. */
export type InventedSecurity = {
  code: string;
  name: string;
  board: Board;
  isSt: boolean;
  price: number;
  weight: number;
  /** Daily volatility in basis points. */
  volatilityBp: number;
  isSuspended?: true;
  /** Listed this many trade days before the portal was created, so that it still has no price limits. */
  listedFor?: number;
};

/** The index over all invented securities, in 厘 like prices: 3,000 points at the start of its history. */
export const inventedIndex = { code: '990000', name: '虚构综合指数', price: 3_000_000 } as const;

const inventCompany = (
  code: string,
  name: string,
  price: number,
  weight: number,
  volatilityBp: number,
  more: Partial<Pick<InventedSecurity, 'isSt' | 'isSuspended' | 'listedFor'>> = {},
): InventedSecurity => ({
  code,
  name,
  board: code.startsWith('307')
    ? 'chinext'
    : code.startsWith('996')
      ? 'star'
      : code.startsWith('998')
        ? 'bse'
        : 'main',
  isSt: false,
  price,
  weight,
  volatilityBp,
  ...more,
});

/**
 * No name belongs to a real company, and no exchange uses codes that start with 697, 307 or 99. Those with 697 and 307 are
 * the companies that the demo's articles name (db/seeds/demo/stocks.csv), so that their pages have quotes.
 */
export const inventedCompanies: readonly InventedSecurity[] = [
  inventCompany('697012', '禾垣电力', 12_480, 900, 120),
  inventCompany('697305', '岬浦航运', 6_720, 1100, 190),
  inventCompany('697588', '远岫芯材', 8_360, 620, 110),
  inventCompany('697721', '朔岬风电', 23_910, 380, 140),
  inventCompany('697036', '汀屿水务', 4_870, 1500, 100),
  inventCompany('697118', '衡阙重工', 41_260, 330, 180, { isSuspended: true }),
  inventCompany('697164', '瀚垛特钢', 15_330, 260, 230),
  inventCompany('697203', '岱墙建材', 3_290, 1900, 130),
  inventCompany('697226', '鸢港物流', 18_750, 470, 240),
  inventCompany('697251', '渚桥银行', 5_140, 3200, 80),
  inventCompany('697287', '垌源煤业', 7_080, 520, 160),
  inventCompany('697340', '砺崮铝业', 10_620, 180, 210),
  inventCompany('697366', '浦衢高速', 9_410, 980, 170),
  inventCompany('697402', '澜戍保险', 13_870, 340, 180),
  inventCompany('697459', '榫阁家居', 11_950, 240, 170),
  inventCompany('697471', '鹿苇纸业', 21_340, 760, 190),
  inventCompany('697516', '汊口港务', 5_860, 310, 260),
  inventCompany('697534', '莳里食品', 4_230, 290, 150),
  inventCompany('697602', '陌桑纺织', 16_280, 430, 200),
  inventCompany('697655', '埭溪造船', 8_930, 410, 140),
  inventCompany('697788', '坞城商贸', 19_460, 360, 200),
  inventCompany('697815', '檐下家电', 7_310, 640, 130),
  inventCompany('307120', '听樾乳业', 28_640, 220, 260),
  inventCompany('307331', '栖岚能源', 35_180, 190, 280),
  inventCompany('307446', '北墟铜业', 14_520, 170, 240),
  inventCompany('307058', '沐垄农科', 9_930, 160, 310),
  inventCompany('307102', '砚渚新材', 52_470, 140, 300),
  inventCompany('307145', '槐序医药', 44_090, 260, 270),
  inventCompany('307209', '苔砌冷链', 8_770, 150, 220),
  inventCompany('307264', '蓼汀渔业', 31_260, 110, 250),
  inventCompany('307315', '桷木机器人', 18_720, 210, 230),
  inventCompany('307362', '𬭚川材料', 26_330, 180, 250),
  inventCompany('307418', '缃帙教育', 12_160, 230, 240),
  inventCompany('307475', '蓟岭锂业', 41_250, 120, 290),
  inventCompany('307503', '箬笠光伏', 21_870, 160, 270),
  inventCompany('307529', '云戽数据', 15_940, 200, 260, { listedFor: 3 }),
  inventCompany('991021', 'ST 槐序', 2_180, 350, 210, { isSt: true }),
  inventCompany('991022', '*ST 鹭洲', 1_640, 280, 240, { isSt: true }),
  inventCompany('996001', '澜图芯片', 76_830, 180, 330),
  inventCompany('996002', '星槎航天', 58_220, 150, 310),
  inventCompany('996003', '量绘计算', 128_400, 90, 340),
  inventCompany('996004', '鲸落智能', 39_750, 120, 320),
  inventCompany('996005', '析木材料', 24_680, 130, 290),
  inventCompany('996006', '灵犀医械', 47_510, 100, 300),
  inventCompany('998001', '栗原机械', 9_180, 60, 260),
  inventCompany('998002', '榆关精工', 12_740, 50, 280),
  inventCompany('998003', '浣溪日化', 6_930, 70, 240),
  inventCompany('998004', '苍耳检测', 17_260, 40, 300),
];
