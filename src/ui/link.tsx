import { type AnchorHTMLAttributes, type ComponentType, createContext, useContext } from 'react';

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
}

/**
 * Renders links inside the application. The default is a plain anchor; the reader's site provides its router's link:
 * `<LinkContext value={RouterLink}>` with `({ href, ...rest }) => <Link to={href} {...rest} />`.
 */
export const LinkContext = createContext<ComponentType<LinkProps>>(PlainLink);

/** Every link of the design system. Fragments, other origins, downloads and new windows bypass the router. */
export function Link(props: LinkProps) {
  const Inner = useContext(LinkContext);
  return leavesApplication(props) ? <PlainLink {...props} /> : <Inner {...props} />;
}

function PlainLink({ children, ...rest }: LinkProps) {
  return <a {...rest}>{children}</a>;
}

/** Returns the properties with which a link to another site opens a new window; none for a path of this site. */
export const newWindowFor = (href: string): { target?: string; rel?: string } =>
  href.startsWith('https:') ? { target: '_blank', rel: 'noopener' } : {};

/** The back office is a separate document, so the router must not handle it. */
const backOffice = /^\/admin(?=[/?#]|$)/;

function leavesApplication({ href, target, download }: LinkProps): boolean {
  if (backOffice.test(href)) return true;
  return Boolean(target) || download !== undefined || !/^(?:\/(?!\/)|\?|\.|$)/.test(href);
}
