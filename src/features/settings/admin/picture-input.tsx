import { Button } from 'antd';
import { useState } from 'react';
import { call } from '#admin/api.ts';
import { messageOf } from '#admin/parts/data.ts';
import { FileButton } from '#admin/parts/media/file-button.tsx';
import { readPicture } from '#ui/display/logo.tsx';
import s from './settings.module.css';

interface PictureInputProps {
  value?: string;
  onChange?: (address: string) => void;
  /** The setting, which decides the size of the picture. */
  field: 'logo' | 'logoDark' | 'icon' | 'share';
  label: string;
}

/** A picture of the brand: uploaded at once, used when the form is saved. */
export function PictureInput({ value = '', onChange, field, label }: PictureInputProps) {
  const [isSending, setIsSending] = useState(false);
  const [fault, setFault] = useState('');
  const upload = async (file: File | undefined) => {
    if (!file) return;
    setIsSending(true);
    setFault('');
    const body = new FormData();
    body.append('field', field);
    body.append('file', file);
    await call('POST /admin/settings/uploadPicture', { body, silent: true })
      .then((address) => onChange?.(address))
      .catch((error: unknown) => setFault(messageOf(error)));
    setIsSending(false);
  };
  return (
    <div role="group" aria-label={label} className={s.picture}>
      {value && (
        <img
          data-scheme={field === 'logoDark' ? 'dark' : undefined}
          {...readPicture(value)}
          alt={`${label}预览`}
        />
      )}
      <span className={s.choices}>
        <FileButton kind="logo" loading={isSending} onFiles={([file]) => void upload(file)}>
          {value ? `更换${label}` : `上传${label}`}
        </FileButton>
        {value && (
          <Button type="text" onClick={() => onChange?.('')}>
            去掉{label}
          </Button>
        )}
      </span>
      <span role="alert" className={s.fault}>
        {fault}
      </span>
    </div>
  );
}
