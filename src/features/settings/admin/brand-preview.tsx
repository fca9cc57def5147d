import { Form, type FormInstance } from 'antd';
import { accentPattern, accentProperties, deriveAccent } from '#shared/brand/accent.ts';
import { graphemeOffset } from '#shared/text/graphemes.ts';
import { readPicture } from '#ui/display/logo.tsx';
import s from './brand-preview.module.css';
import type { GroupValues } from './setting-test.tsx';

const themes = [
  { scheme: 'light', title: '浅色' },
  { scheme: 'dark', title: '深色' },
] as const;

/** Masthead, headline, link and button with the values that are on screen, saved or not, in both themes. */
export function BrandPreview({ form }: { form: FormInstance<GroupValues> }) {
  const values = Form.useWatch((all: GroupValues) => all, { form, preserve: true }) ?? {};
  const textOf = (field: string) => String(values[field] ?? '').trim();
  const accent = textOf('accent');
  const tones = accentPattern.test(accent) ? deriveAccent(accent) : null;
  return (
    <section className={s.preview} aria-label="预览">
      <h3>预览</h3>
      <div className={s.themes}>
        {themes.map(({ scheme, title }) => (
          <div
            key={scheme}
            className={s.theme}
            data-scheme={scheme}
            style={tones ? accentProperties(tones, scheme) : undefined}
          >
            <p className={s.title}>{title}</p>
            <Masthead
              name={textOf('name')}
              logo={(scheme === 'dark' && textOf('logoDark')) || textOf('logo')}
            />
            <p className={s.headline}>港口夜班：谁在等最后一班船</p>
            <p>
              <span className={s.link}>阅读全文</span>
              <span className={s.button}>开通会员</span>
            </p>
            <p className={s.motto}>{[textOf('motto'), textOf('description')].filter(Boolean).join('　')}</p>
          </div>
        ))}
      </div>
      {accent && !tones && (
        <p className={s.fault} role="status">
          {accentPattern.test(accent)
            ? '这个主色太浅，不能保存：预览里仍是朱红。'
            : '主色应为 # 和 6 位十六进制数：预览里仍是朱红。'}
        </p>
      )}
    </section>
  );
}

function Masthead({ name, logo }: { name: string; logo: string }) {
  if (logo)
    return (
      <p className={s.masthead}>
        <img {...readPicture(logo)} alt={name} />
      </p>
    );
  return (
    <p className={s.masthead}>
      <span className={s.seal} data-letter={name.slice(0, graphemeOffset(name, 1))} aria-hidden="true" />
      <strong>{name || '（没有名称）'}</strong>
    </p>
  );
}
