import { ICON_PATHS } from '../icon-paths.ts';

/** Paths of the editor's tools, drawn like those of the site (`icon-paths.ts`), which readers load. */
export const toolIcons = {
  bold: 'M7 4.5h6a3.7 3.7 0 0 1 0 7.4H7zM7 11.9h7a3.8 3.8 0 0 1 0 7.6H7z',
  // Stress is shown by dots below the characters, not by italics.
  stress: 'M7 15.5 12 4l5 11.5M8.7 11.5h6.6M12 20h.1M7 20h.1M17 20h.1',
  strike:
    'M4 12h16M16.5 7.6c-.5-1.9-2.1-3.1-4.5-3.1-2.7 0-4.5 1.4-4.5 3.5 0 1 .4 1.8 1.2 2.4M7.2 16c.4 2.2 2.2 3.5 4.9 3.5 2.8 0 4.7-1.5 4.7-3.6 0-.5-.1-1-.3-1.4',
  code: 'm8.5 7-5 5 5 5M15.5 7l5 5-5 5',
  bullets: 'M9 6h11M9 12h11M9 18h11M4.5 6h.1M4.5 12h.1M4.5 18h.1',
  numbers:
    'M10 6h10M10 12h10M10 18h10M4 4.5 5.2 4v4M4 10.8c.1-1 2.2-1 2.2.2 0 .8-2.2 1.6-2.2 2.6h2.3M4 16.2h2.2l-1.3 1.5c1.8 0 1.8 2.4-.1 2.4-.4 0-.7-.1-.9-.3',
  quote: 'M5 7h5v5.5c0 2.4-1.4 3.9-4 4.5M14 7h5v5.5c0 2.4-1.4 3.9-4 4.5',
  codeBlock: 'M3.5 5h17v14h-17zM9.5 9 7 12l2.5 3M14.5 9l2.5 3-2.5 3',
  divider: 'M4 12h16M8 6.5h8M8 17.5h8',
  table: 'M3.5 5h17v14h-17zM3.5 9.7h17M3.5 14.4h17M9.2 5v14M14.8 5v14',
  headerRow: 'M3.5 4.5h17v15h-17zM3.5 9.5h17M3.5 7h17M9.2 9.5v10M14.8 9.5v10',
  addRowAbove: 'M3.5 11.5h17v8h-17zM12 11.5v8M12 2.5v6M9 5.5h6',
  addColumnLeft: 'M11.5 3.5h8v17h-8zM11.5 12h8M5.5 9v6M2.5 12h6',
  gallery: 'M3.5 4h7.5v7.5H3.5zM13 4h7.5v7.5H13zM3.5 13.5h7.5v6.5H3.5zM13 13.5h7.5v6.5H13z',
  embed: 'M3.5 5h17v11h-17zM10.5 7.8v5.4l4.3-2.7zM8 19.5h8',
  bookmark: 'M3.5 5.5h17v13h-17zM13.5 5.5v13M6 9h5M6 12h5M6 15h3',
  crop: 'M7 2.5V17h14.5M2.5 7H17v14.5',
  addRow: 'M3.5 4.5h17v8h-17zM12 4.5v8M12 15.5v6M9 18.5h6',
  deleteRow: 'M3.5 4.5h17v8h-17zM12 4.5v8M9 18.5h6',
  addColumn: 'M4.5 3.5h8v17h-8zM4.5 12h8M15.5 12h6M18.5 9v6',
  deleteColumn: 'M4.5 3.5h8v17h-8zM4.5 12h8M15.5 12h6',
  deleteTable: 'M3.5 5h17v14h-17zM9 9l6 6M15 9l-6 6',
  mergeCells: 'M3.5 5h17v14h-17zM6.5 12h4m0 0L9 10.5M10.5 12 9 13.5M17.5 12h-4m0 0 1.5-1.5M13.5 12l1.5 1.5',
  splitCell: 'M3.5 5h17v14h-17zM12 5v14M8 10.5 6.5 12 8 13.5M16 10.5l1.5 1.5-1.5 1.5',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  video: 'M3.5 6h17v12h-17zM10.5 9.3v5.4l4.3-2.7z',
  audio:
    'M9 17.5V5.5l10.5-2v12M4 17.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0zM14.5 15.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0z',
  file: 'M18.7 11.3 11 19a4.5 4.5 0 0 1-6.4-6.4L12.8 4.4a3 3 0 0 1 4.2 4.2l-8 8a1.5 1.5 0 0 1-2.1-2.1l7-7',
  formula: 'M17.5 7.5V5H6.5l6 7-6 7h11v-2.5',
  risk: 'M12 4 2.5 20h19zM12 10v4.5M12 17.2v.1',
  redo: 'm16 5 4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h5',
  undo: ICON_PATHS.refund,
  picture: ICON_PATHS.picture,
  paywall: ICON_PATHS.lock,
  note: ICON_PATHS.info,
  warning: ICON_PATHS.bell,
} as const;

export type ToolIconName = keyof typeof toolIcons;
