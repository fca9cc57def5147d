import type { Editor, JSONContent } from '@tiptap/react';
import { useState } from 'react';
import { Button } from '../../controls/button.tsx';
import { Field, Input } from '../../controls/field.tsx';
import { Dialog } from '../../overlays/dialog.tsx';
import { servicesOf } from '../body-services.ts';
import { useInitialFocus } from '../use-initial-focus.ts';
import { toBookmark } from './bookmark.ts';
import { addressInCode, insertEmbed, loneAddress, playerNode, videoAddressFault } from './insert-address.ts';

const words = {
  embed: {
    title: '嵌入视频',
    label: '视频或音频的地址',
    hint: '哔哩哔哩、腾讯视频、优酷的视频页面，或以 .mp3、.m4a 等结尾的 https 音频地址',
    action: '嵌入',
  },
  bookmark: {
    title: '书签',
    label: '网页地址',
    hint: '读出那一页的标题、说明和图片，做成卡片',
    action: '做成书签',
  },
} as const;

export interface AddressDialogProps {
  editor: Editor;
  kind: keyof typeof words;
  onClose: () => void;
}

/** Asks for an address and inserts its player, or the card of its page. */
export function AddressDialog({ editor, kind, onClose }: AddressDialogProps) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const first = useInitialFocus<HTMLInputElement>();
  const { title, label, hint, action } = words[kind];
  const insert = (node: JSONContent) => {
    onClose();
    insertEmbed(editor, node);
  };
  const apply = async () => {
    const address = addressInCode(text) ?? loneAddress(text);
    const player = address === undefined ? undefined : playerNode(address);
    if (player) return insert(player);
    const services = servicesOf(editor);
    // A short link says only where it leads.
    const isShort = address !== undefined && /^https?:\/\/b23\.tv\//i.test(address);
    if (kind === 'embed' && !isShort) return setFault(videoAddressFault);
    if (address === undefined || !services) return setFault('网页地址以 http:// 或 https:// 开头');
    setIsBusy(true);
    try {
      const card = await services.fetchCard(address);
      const video = playerNode(card.url);
      if (kind === 'embed' && !video) setFault(videoAddressFault);
      else insert(video ?? toBookmark(card));
    } catch (error) {
      setFault(services.explain(error));
    }
    setIsBusy(false);
  };
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      width={520}
      footer={
        <Button tone="ink" busy={isBusy} disabled={text.trim() === ''} onClick={() => void apply()}>
          {action}
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void apply();
        }}
      >
        <Field label={label} hint={hint} error={fault}>
          {(control) => (
            <Input
              {...control}
              ref={first}
              value={text}
              inputMode="url"
              placeholder="https://…"
              onChange={({ target }) => {
                setText(target.value);
                setFault(undefined);
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
