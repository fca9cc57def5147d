import { type Editor, useEditorState } from '@tiptap/react';
import { ToolButton } from '../tool-button.tsx';
import { joinPictures, mayJoin, splitGallery } from './gallery.ts';

const sizes = [
  { size: 'w50', label: '50%' },
  { size: 'w75', label: '75%' },
  { size: null, label: '100%' },
] as const;

/** Tools of the picture or gallery at the cursor. */
export function PictureTools({
  editor,
  onAlt,
  onCrop,
}: {
  editor: Editor;
  onAlt: () => void;
  onCrop: () => void;
}) {
  const { isFigure, isInGallery, size, src, isJoinable } = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      isFigure: current.isActive('figure'),
      isInGallery: current.isActive('gallery'),
      size: current.getAttributes('figure').size ?? null,
      src: String(current.getAttributes('figure').src ?? ''),
      isJoinable: mayJoin(current),
    }),
  });
  return (
    <>
      {isFigure && (
        <ToolButton tool={{ label: '替代文字：读屏和搜索用', icon: { text: '替代文字' } }} onClick={onAlt} />
      )}
      {isFigure &&
        !isInGallery &&
        sizes.map((one) => (
          <ToolButton
            key={one.label}
            tool={{ label: `${one.label} 宽`, icon: { text: one.label } }}
            isOn={size === one.size}
            onClick={() => editor.chain().focus().updateAttributes('figure', { size: one.size }).run()}
          />
        ))}
      {/* A canvas cannot read pictures of other sites. */}
      {isFigure && !/^https?:/i.test(src) && (
        <ToolButton tool={{ label: '裁剪图片', icon: 'crop' }} onClick={onCrop} />
      )}
      {isJoinable && (
        <ToolButton
          tool={{ label: '图集：与相邻的图片并排', icon: 'gallery' }}
          onClick={() => joinPictures(editor)}
        />
      )}
      {isInGallery && (
        <ToolButton
          tool={{ label: '拆开图集', icon: { text: '拆开图集' } }}
          onClick={() => splitGallery(editor)}
        />
      )}
    </>
  );
}
