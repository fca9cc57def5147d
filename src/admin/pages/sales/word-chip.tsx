import { Chip } from '../people/chip.tsx';

/** A state as a chip. */
export function WordChip({ label, tone }: { label: string; tone?: 'role' | 'good' | 'warn' | 'bad' }) {
  return <Chip {...(tone && { tone })}>{label}</Chip>;
}
