import { Icon } from '#ui/icon.tsx';
import { Link } from '#ui/link.tsx';
import type { NamedLink } from '#ui/types.ts';
import s from './footer.module.css';
import { Nameplate, Wenwu } from './nameplate.tsx';

export interface FooterProps {
  homeHref: string;
  motto?: string | undefined;
  note?: string | undefined;
  groups: readonly { title: string; links: readonly (NamedLink & { href: string })[] }[];
  /** e.g. © 2026 观澜 */
  copyright: string;
  /** ICP filing, with the link the law asks for. */
  icp?: NamedLink | undefined;
  /** Public-security filing; shown with a shield. */
  police?: NamedLink | undefined;
  /** Further licences, the report line. */
  notices?: readonly NamedLink[] | undefined;
  /** Risk warning. */
  risk?: string | undefined;
}

export function Footer(props: FooterProps) {
  return (
    <footer className={s.footer}>
      <div className="page">
        <Wenwu />
        <div className={s.top}>
          <div>
            <Nameplate href={props.homeHref} size="s" />
            {props.motto && <p className={s.motto}>{props.motto}</p>}
            {props.note && <p>{props.note}</p>}
          </div>
          {props.groups.map((group) => (
            <nav key={group.title} aria-label={group.title}>
              <h2>{group.title}</h2>
              <ul>
                {group.links.map((link) => (
                  <li key={link.name}>
                    <Link href={link.href}>{link.name}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <LegalLines {...props} />
      </div>
    </footer>
  );
}

function LegalLines({ copyright, icp, police, notices = [], risk }: FooterProps) {
  return (
    <div className={s.legal}>
      <span>{copyright}</span>
      {icp && <Notice {...icp} />}
      {police && <Notice {...police} shield />}
      {notices.map((notice) => (
        <Notice key={notice.name} {...notice} />
      ))}
      {risk && <p className={s.risk}>{risk}</p>}
    </div>
  );
}

function Notice({ name, href, shield = false }: NamedLink & { shield?: boolean }) {
  const content = (
    <>
      {shield && <Icon name="shield" size="s" />}
      {name}
    </>
  );
  return href ? <Link href={href}>{content}</Link> : <span>{content}</span>;
}
