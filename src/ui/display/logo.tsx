import { classNames } from '../class-names.ts';
import s from './logo.module.css';

interface LogoProps {
  /** The name of the site: the alternative text. */
  name: string;
  /** The addresses with the size as fragment, as in `readPicture`; without a dark one both themes show the same. */
  logo: string;
  logoDark: string;
  /** Decides the height. */
  className?: string | undefined;
}

/** The logo of the site in the variant of the theme. */
export function Logo({ name, logo, logoDark, className }: LogoProps) {
  if (!logoDark) return <img className={classNames(s.logo, className)} {...readPicture(logo)} alt={name} />;
  return (
    <>
      <img className={classNames(s.logo, s.ofLight, className)} {...readPicture(logo)} alt={name} />
      {/* Hidden in the light theme, where `lazy` keeps browsers from loading it. */}
      <img
        className={classNames(s.logo, s.ofDark, className)}
        {...readPicture(logoDark)}
        alt={name}
        loading="lazy"
      />
    </>
  );
}

/** Splits the address of a picture of the brand, `/files/….webp#640x120`, into what an `<img>` needs. */
export function readPicture(address: string): { src: string; width: number; height: number } {
  const [src = '', size = ''] = address.split('#', 2);
  const [width = 0, height = 0] = size.split('x').map(Number);
  return { src, width, height };
}
