import { Chip } from '../chip.tsx';

export function StateChip({ label, tone }: { label: string; tone?: 'info' | 'good' | 'warn' | 'bad' }) {
  return <Chip {...(tone && { tone })}>{label}</Chip>;
}
