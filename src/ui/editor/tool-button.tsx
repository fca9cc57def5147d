import { type Editor, useEditorState } from '@tiptap/react';
import { classNames } from '../class-names.ts';
import { PathIcon } from '../icon.tsx';
import s from './editor.module.css';
import { ariaKeys, showKeys } from './shortcut-keys.ts';
import { toolIcons } from './tool-icons.ts';
import type { Tool } from './tools.ts';

/** Buttons that belong together. */
export function ToolGroup({ editor, tools }: { editor: Editor; tools: readonly Tool[] }) {
  const states = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      tools.map(({ activeWhen }) => (activeWhen ? current.isActive(...activeWhen) : undefined)).join(),
  }).split(',');
  return (
    <span className={s.group}>
      {tools.map((tool, index) => (
        <ToolButton
          key={tool.label}
          tool={tool}
          isOn={tool.activeWhen && states[index] === 'true'}
          onClick={() => tool.run(editor)}
        />
      ))}
    </span>
  );
}

type ToolButtonProps = {
  tool: Pick<Tool, 'label' | 'icon' | 'keys'>;
  isOn?: boolean | undefined;
  onClick: () => void;
};

export function ToolButton({ tool: { label, icon, keys }, isOn, onClick }: ToolButtonProps) {
  return (
    <button
      type="button"
      className={classNames(s.tool, isOn && s.on)}
      aria-label={label}
      aria-pressed={isOn}
      aria-keyshortcuts={keys && ariaKeys(keys)}
      data-tip={keys ? `${label} ${showKeys(keys)}` : label}
      // Keeps the cursor in the body.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <ToolIcon icon={icon} />
    </button>
  );
}

export const ToolIcon = ({ icon }: Pick<Tool, 'icon'>) =>
  typeof icon === 'string' ? <PathIcon path={toolIcons[icon]} /> : icon.text;
