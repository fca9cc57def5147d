import type { WriterProfile } from '#features/references/schema.ts';
import { ReadingColumn } from '#ui/layout/reading-column.tsx';
import { PageHead } from '../../../../parts/page-head.tsx';
import { ProfileForm } from '../profile-form.tsx';
import { WritingDesk } from './writing-desk.tsx';

type ProfileFirstProps = {
  profile: WriterProfile;
  back: { href: string; label: string };
  onSaved: (profile: WriterProfile) => void;
};

/** Before the first reference: under what name it comes out. */
export function ProfileFirst({ profile, back, onSaved }: ProfileFirstProps) {
  return (
    <WritingDesk back={back}>
      <ReadingColumn>
        <PageHead title="先起个笔名" note="第一次写内参前填一次，以后可以在「我的内参」里改。" />
        <ProfileForm profile={profile} label="开始写" onSaved={onSaved} />
      </ReadingColumn>
    </WritingDesk>
  );
}
