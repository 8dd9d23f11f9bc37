import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useText } from '../../../text/context.tsx'
import { directionOf } from '../../../text/languages.ts'
import { type Row, useEditor } from '../editor-context.ts'
import { AddTerm } from './add-term.tsx'
import panel from './help-panel.module.css'
import { termQuery, termsQuery } from './queries.ts'
import styles from './terms.module.css'
import { type FoundTerm, foundTerms } from './terms.ts'
import { askedFor, useMayWrite } from './use-help.ts'

/** What each says in full is asked for one by one. The source marks them all. */
const MOST_SHOWN = 20

export function Terms({ row, isSettled }: { row: Row; isSettled: boolean }) {
  const { t } = useText()
  const asked = askedFor(useEditor(), row)
  const isWanted = isSettled && asked.text !== ''
  const { data, dataUpdatedAt } = useQuery({ ...termsQuery(asked), enabled: isWanted })
  const terms = foundTerms(data?.hits ?? [])
  return (
    <section className={panel.section}>
      <h2 className={panel.heading}>{t('help.terms')}</h2>
      {data !== undefined && terms.length === 0 && <p className={panel.hint}>{t('help.noTerms')}</p>}
      {terms.length > 0 && (
        <ul className={panel.cards} aria-label={t('help.terms')}>
          {terms.slice(0, MOST_SHOWN).map((term) => (
            <li key={term.id} className={styles.term}>
              <Term term={term} asOf={dataUpdatedAt} />
            </li>
          ))}
        </ul>
      )}
      {terms.length > MOST_SHOWN && (
        <p className={panel.hint}>{t('issues.more', { count: terms.length - MOST_SHOWN })}</p>
      )}
      <AddTerm />
    </section>
  )
}

function Term({ term, asOf }: { term: FoundTerm; asOf: number }) {
  const { t } = useText()
  const { project, source } = useEditor()
  const { data: details } = useQuery(termQuery(project.organizationId, term.id, asOf))
  return (
    <>
      <p className={styles.head}>
        <span className={styles.name} lang={source.code} dir={directionOf(source.code)}>
          {term.term}
        </span>
        {term.isForbidden && <span className={panel.forbidden}>{t('help.doNotUse')}</span>}
        {details?.isTranslatable === false && <span className={panel.badge}>{t('help.keepAsItIs')}</span>}
        {term.translations.length > 0 && <ArrowRight size={14} aria-hidden className={styles.arrow} />}
        {term.translations.map((translation) => (
          <Translation key={translation.id} translation={translation} />
        ))}
      </p>
      {details?.definition && (
        <p className={panel.note} dir="auto">
          {details.definition}
        </p>
      )}
    </>
  )
}

interface TranslationProps {
  translation: FoundTerm['translations'][number]
}

function Translation({ translation: { text, termType, description } }: TranslationProps) {
  const { t } = useText()
  const { locale, openValue } = useEditor()
  const mayWrite = useMayWrite()
  const ofLocale = { lang: locale.code, dir: directionOf(locale.code) }
  const insert = () => {
    openValue.current?.insert(text)
    openValue.current?.focus()
  }
  if (termType === 'forbidden')
    return (
      <>
        <span {...ofLocale}>{text}</span>
        <span className={panel.forbidden}>{t('help.doNotUse')}</span>
      </>
    )
  return (
    <>
      {mayWrite ? (
        <button type="button" className={styles.insert} aria-label={t('help.insert', { text })} onClick={insert}>
          <span {...ofLocale}>{text}</span>
        </button>
      ) : (
        <span {...ofLocale}>{text}</span>
      )}
      {description && <bdi className={panel.note}>{description}</bdi>}
    </>
  )
}
