import { expect, test } from 'vitest';
import { settingGroups } from './catalogue.ts';
import { fieldsOf, groupNames } from './environment.ts';
import { environmentSettings } from './environment-settings.ts';
import type { EnvironmentSetting } from './setting.ts';

test('docs/settings.md matches the catalogue (update it with `vitest run src/kernel/settings -u`)', async () => {
  await expect(describeSettings()).toMatchFileSnapshot('../../../docs/settings.md');
});

function describeSettings(): string {
  const groups = groupNames.flatMap((group) => [
    `### ${settingGroups[group].title} (\`${group}\`)\n`,
    ...table(
      ['setting', 'variable', 'default', 'meaning'],
      fieldsOf(group).map(([name, field]) => [
        `${field.label} (\`${name}\`)`,
        field.env ? `\`${field.env}\`` : '–',
        ...describeSetting(field),
      ]),
    ),
  ]);
  return `# Settings

This page is generated from \`src/kernel/settings\`. For how to set them see [operating](operating.md#settings).

## Environment only

${table(
  ['variable', 'default', 'meaning'],
  Object.entries(environmentSettings).map(([name, setting]) => [`\`${name}\``, ...describeSetting(setting)]),
).join('\n')}
## In the back office or from the environment

${groups.join('\n')}`;
}

function describeSetting(setting: EnvironmentSetting): string[] {
  const { default: text, defaultNote = text ? `\`${text}\`` : '–', meaning = '' } = setting;
  return [defaultNote, meaning];
}

function table(head: string[], rows: string[][]): string[] {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''];
}
