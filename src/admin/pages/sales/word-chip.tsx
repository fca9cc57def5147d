import { Chip } from '../../parts/chip.tsx';

/** A state as a chip. */
export function WordChip({ label, tone }: { label: string; tone?: 'info' | 'good' | 'warn' | 'bad' }) {
  return <Chip {...(tone && { tone })}>{label}</Chip>;
}
