import { PluginKey } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import s from './editor.module.css';
import { matchStock } from './match-stock.ts';
import { SuggestionMenu, type SuggestionMenuProps } from './suggestion-menu.tsx';

type Stock = { code: string; name: string };
/** Finds stocks by the beginning of a code, name, alias, pinyin or initials; none after a failure. */
export type FindStocks = (typed: string) => Promise<readonly Stock[]>;

const pluginKey = new PluginKey('stockMenu');

type Props = SuggestionMenuProps<Stock>;

/** Menu of stocks after `$` in a text; inserts 名称（代码）, which readers see as a link. */
export const StockMenu = ({ editor, findStocks }: { editor: Editor; findStocks: FindStocks }) => (
  <SuggestionMenu<Stock>
    editor={editor}
    label="股票"
    pluginKey={pluginKey}
    findMatch={findDollar}
    find={(query) => findStocks(query)}
    choose={choose}
    keyOf={({ code }) => code}
  >
    {({ code, name }) => (
      <>
        {name}
        <span className={s.stockCode}>{code}</span>
      </>
    )}
  </SuggestionMenu>
);

const findDollar: Props['findMatch'] = ({ $position }) => {
  const { parent } = $position;
  if (!parent.isTextblock || parent.type.spec.code) return null;
  const before = parent.textBetween(
    Math.max(0, $position.parentOffset - 40),
    $position.parentOffset,
    undefined,
    '\ufffc',
  );
  const found = matchStock(before);
  if (!found) return null;
  const from = $position.pos - found.text.length;
  return { range: { from, to: $position.pos }, query: found.query, text: found.text };
};

const choose: Props['choose'] = ({ editor, range, props: { name, code } }) => {
  editor.chain().focus().insertContentAt(range, `${name}（${code}）`).run();
};
