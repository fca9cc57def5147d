import { columnPath } from '#client/routes.ts';
import type { Column } from '#features/columns/schema.ts';
import { defaultFooter, type FooterGroup } from '#shared/footer.ts';
import { isOffAddress } from '#shared/modules.ts';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { Link, newWindowFor } from '#ui/link.tsx';
import type { NamedLink } from '#ui/types.ts';
import type { Site, SiteContextValue } from '../../site.ts';
import s from './footer.module.css';
import { DoubleRule, Nameplate } from './nameplate.tsx';

export interface FooterProps {
  homeHref: string;
  motto?: string | undefined;
  note?: string | undefined;
  groups: readonly FooterGroup[];
  /** For example © 2026 观澜 */
  copyright: string;
  /** ICP filing, with the link that the law requires. */
  icp?: NamedLink | undefined;
  /** Public-security filing; shown with a shield. */
  police?: NamedLink | undefined;
  /** Further licences, and the line for reports. */
  notices?: readonly NamedLink[] | undefined;
  risk?: string | undefined;
  /** Shows the keyboard shortcuts. */
  onShowKeys: () => void;
}

export function Footer(props: FooterProps) {
  return (
    <footer className={`${s.footer} no-print`}>
      <div className="page">
        <DoubleRule />
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
                {group.links.map(({ name, href }) => (
                  <li key={href}>
                    <Link href={href} {...newWindowFor(href)}>
                      {name}
                    </Link>
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

function LegalLines({ copyright, icp, police, notices = [], risk, onShowKeys }: FooterProps) {
  return (
    <div className={s.legal}>
      <span>{copyright}</span>
      {icp && <Notice {...icp} />}
      {police && <Notice {...police} shield />}
      {notices.map((notice) => (
        <Notice key={notice.name} {...notice} />
      ))}
      <button type="button" className={classNames(s.keys, 'not-phone')} onClick={onShowKeys}>
        键盘快捷键
      </button>
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

/** The footer of every page. The filing numbers link to the registers as the law requires (docs/product.md §24). */
export function siteFooter({
  site,
  columns,
}: Pick<SiteContextValue, 'site' | 'columns'>): Omit<FooterProps, 'onShowKeys'> {
  const notices = [
    site.newsLicence && { name: site.newsLicence },
    site.icpLicence && { name: site.icpLicence },
    site.complaints && { name: `联系编辑部、违法和不良信息举报：${site.complaints}` },
  ].filter((notice) => notice !== '');
  return {
    homeHref: site.home,
    motto: site.motto,
    note: site.description,
    groups: site.footer ?? ownFooter(site, columns),
    copyright: `© ${site.name}`,
    ...(site.icp ? { icp: { name: site.icp, href: 'https://beian.miit.gov.cn/' } } : {}),
    ...(site.police ? { police: { name: site.police, href: 'https://beian.mps.gov.cn/' } } : {}),
    notices,
    risk: '本站内容仅供参考，不构成投资建议。市场有风险，决策须独立。',
  };
}

/** The footer of a site whose staff have not edited it: columns by their names, without hidden ones and what is off. */
function ownFooter({ menu: { off } }: Site, columns: readonly Column[]): readonly FooterGroup[] {
  const shown = defaultFooter.map(({ title, links }) => ({
    title,
    links: links.flatMap(({ name, href }) => {
      const builtIn = columns.find(({ id }) => columnPath(id) === href);
      if (builtIn?.noMenu === 1 || isOffAddress(href, off)) return [];
      return [{ name: builtIn?.columnName ?? name, href }];
    }),
  }));
  return shown.filter(({ links }) => links.length > 0);
}
