import { ButtonLink } from '#ui/controls/button.tsx';
import { Link } from '#ui/link.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { AdPicture, type Advert } from '../ads/ad-carousel.tsx';
import { useAdvertTracker } from '../ads/advert-tracker.ts';
import s from './advert-dialog.module.css';

/** One advert in a dialog, labelled as such, closed with one press. */
export function AdvertDialog({ ad, onClose }: { ad: Advert; onClose: () => void }) {
  const { picture, link } = useAdvertTracker(ad.id);
  const onFollow = () => {
    link.onClick();
    onClose();
  };
  return (
    <Dialog
      open
      width={460}
      title={ad.title}
      onClose={onClose}
      footer={
        <ButtonLink tone="ink" href={ad.href} rel="sponsored noopener" onClick={onFollow}>
          去看看
        </ButtonLink>
      }
    >
      <Link href={ad.href} rel="sponsored noopener" tabIndex={-1} aria-hidden="true" onClick={onFollow}>
        <AdPicture ref={picture} picture={ad.picture} className={s.picture} />
      </Link>
    </Dialog>
  );
}
