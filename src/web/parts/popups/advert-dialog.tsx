import { ButtonLink } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/floats/dialog.tsx';
import { Link } from '#ui/link.tsx';
import { AdPicture, type Advert } from '../ads/ad-carousel.tsx';
import { useAdvertWatch } from '../ads/advert-watch.ts';
import s from './advert-dialog.module.css';

/** One advert over the page, labelled as such, to be closed with one press. */
export function AdvertDialog({ ad, onClose }: { ad: Advert; onClose: () => void }) {
  const { picture, link } = useAdvertWatch(ad.id);
  const follow = () => {
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
        <ButtonLink tone="ink" href={ad.href} rel="sponsored noopener" onClick={follow}>
          去看看
        </ButtonLink>
      }
    >
      <Link href={ad.href} rel="sponsored noopener" tabIndex={-1} aria-hidden="true" onClick={follow}>
        <AdPicture ref={picture} picture={ad.picture} className={s.picture} />
      </Link>
    </Dialog>
  );
}
