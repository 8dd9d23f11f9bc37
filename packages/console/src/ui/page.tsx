import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './page.module.css'
import { ScreenHeading } from './screen-heading.tsx'

interface PageProps {
  title: string
  /** Said below the heading. */
  lead?: ReactNode
  /** Beside the heading: what can be done here. */
  actions?: ReactNode
  children: ReactNode
}

/** The frame of a screen that is read from top to bottom: heading, what can be done, content. */
export function Page({ title, lead, actions, children }: PageProps) {
  return (
    <div className={styles.page}>
      <Top title={title} lead={lead} actions={actions} />
      {children}
    </div>
  )
}

function Top({ title, lead, actions }: Omit<PageProps, 'children'>) {
  return (
    <div className={styles.top}>
      <div className={styles.titles}>
        <ScreenHeading title={title}>
          <span dir="auto">{title}</span>
        </ScreenHeading>
        {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

interface SectionsProps extends PageProps {
  /** Links to the other sections, as navigation `navLabel`. */
  navLabel: string
  links: ReactNode
}

/** A screen of several sections, of which one is seen. */
export function Sections({ navLabel, links, children, ...top }: SectionsProps) {
  return (
    <div className={classNames(styles.page, styles.sections)}>
      <nav aria-label={navLabel} className={styles.nav}>
        {links}
      </nav>
      <div className={styles.section}>
        <Top key={top.title} {...top} />
        {children}
      </div>
    </div>
  )
}

export const sectionLinkClass = styles.link

/** A part of a screen below its own heading, as region `title`. */
export function PagePart({ title, actions, children }: Omit<PageProps, 'lead'>) {
  return (
    <section className={styles.part} aria-label={title}>
      <div className={styles.top}>
        <h2>{title}</h2>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  )
}

/** Where nothing is yet: why, and what to do next. */
export function Nothing({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div className={styles.nothing}>
      <p>{children}</p>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
