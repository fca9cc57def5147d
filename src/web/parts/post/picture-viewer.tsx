import Lightbox from 'yet-another-react-lightbox';
import Captions from 'yet-another-react-lightbox/plugins/captions';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/captions.css';
import type { OpenedPictures } from './article-pictures.ts';

const labels = {
  Caption: '图片说明',
  Lightbox: '图片',
  Carousel: '图片',
  'Photo gallery': '文中的图片',
  Slide: '图片',
  '{index} of {total}': '第 {index} 张，共 {total} 张',
  Close: '关闭',
  Next: '下一张',
  Previous: '上一张',
  'Zoom in': '放大',
  'Zoom out': '缩小',
};

/** The pictures of an article over the whole window: zoom, swipe, arrow keys, captions. */
export function PictureViewer({ pictures, index, onClose }: OpenedPictures & { onClose: () => void }) {
  const hasOne = pictures.length === 1;
  return (
    <Lightbox
      open
      close={onClose}
      index={index}
      slides={pictures.map(({ caption, ...picture }) => ({ ...picture, description: caption }))}
      plugins={[Captions, Zoom]}
      labels={labels}
      // Visible on pictures of any colour.
      styles={{
        root: { '--yarl__button_background_color': 'rgb(0 0 0 / 50%)', '--yarl__button_filter': 'none' },
      }}
      carousel={{ finite: true }}
      controller={{ closeOnBackdropClick: true, closeOnPullDown: true }}
      zoom={{ maxZoomPixelRatio: 3, scrollToZoom: true }}
      captions={{ descriptionTextAlign: 'center' }}
      render={hasOne ? { buttonPrev: () => null, buttonNext: () => null } : {}}
    />
  );
}
