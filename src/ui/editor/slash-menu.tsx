import { PluginKey } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import s from './editor.module.css';
import { showKeys } from './shortcut-keys.ts';
import { SuggestionMenu, type SuggestionMenuProps } from './suggestion-menu.tsx';
import { ToolIcon } from './tool-button.tsx';
import { matchesTool, type Tool } from './tools.ts';

const pluginKey = new PluginKey('slashMenu');

type Props = SuggestionMenuProps<Tool>;

/** Menu of tools after a slash at the start of an empty paragraph, found by name, pinyin or initials. */
export const SlashMenu = ({ editor, tools }: { editor: Editor; tools: readonly Tool[] }) => (
  <SuggestionMenu<Tool>
    editor={editor}
    label="插入"
    pluginKey={pluginKey}
    findMatch={findSlash}
    find={(query) => tools.filter((tool) => tool.pinyin && matchesTool(tool, query))}
    choose={choose}
    keyOf={({ label }) => label}
  >
    {(tool) => (
      <>
        <span className={s.slashIcon}>
          <ToolIcon icon={tool.icon} />
        </span>
        {tool.label}
        {tool.keys && <kbd>{showKeys(tool.keys)}</kbd>}
      </>
    )}
  </SuggestionMenu>
);

const findSlash: Props['findMatch'] = ({ $position }) => {
  if ($position.parent.type.name !== 'paragraph') return null;
  // Chinese input methods type 、 with the slash key.
  const found = /^[/、／](\S{0,20})$/.exec($position.parent.textContent);
  if (!found) return null;
  const [text, query = ''] = found;
  return { range: { from: $position.start(), to: $position.end() }, query, text };
};

const choose: Props['choose'] = ({ editor, range, props: tool }) => {
  editor.chain().focus().deleteRange(range).run();
  tool.run(editor);
};
