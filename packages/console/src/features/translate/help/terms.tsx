import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../text/context.tsx'
import { directionOf } from '../../../text/languages.ts'
import { type Row, useEditor } from '../editor-context.ts'
import { AddTerm } from './add-term.tsx'
import styles from './help-panel.module.css'
import { termQuery, termsQuery } from './queries.ts'
import { type FoundTerm, foundTerms } from './terms.ts'
import { askedFor, useMayWrite } from './use-help.ts'

export function Terms({ row, isSettled }: { row: Row; isSettled: boolean }) {
  const { t } = useText()
  const asked = askedFor(useEditor(), row)
  const { data } = useQuery({ ...termsQuery(asked), enabled: isSettled && asked.text !== '' })
  const terms = foundTerms(data?.hits ?? [])
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{t('help.terms')}</h2>
      {terms.length === 0 ? (
        <p className={styles.hint}>{t('help.noTerms')}</p>
      ) : (
        <ul className={styles.cards} aria-label={t('help.terms')}>
          {terms.map((term) => (
            <li key={term.id} className={styles.term}>
              <Term term={term} />
            </li>
          ))}
        </ul>
      )}
      <AddTerm />
    </section>
  )
}

function Term({ term }: { term: FoundTerm }) {
  const { t } = useText()
  const { project, source } = useEditor()
  const { data: details } = useQuery(termQuery(project.organizationId, term.id))
  return (
    <>
      <p className={styles.termHead}>
        <span lang={source.code} dir={directionOf(source.code)}>
          {term.term}
        </span>
        {term.isForbidden && <span className={styles.forbidden}>{t('help.doNotUse')}</span>}
        {details?.isTranslatable === false && <span className={styles.badge}>{t('help.keepAsItIs')}</span>}
      </p>
      {term.translations.map((translation) => (
        <Translation key={translation.id} translation={translation} />
      ))}
      {details?.definition && <p className={styles.note}>{details.definition}</p>}
    </>
  )
}

function Translation({
  translation: { text, termType, description },
}: {
  translation: FoundTerm['translations'][number]
}) {
  const { t } = useText()
  const { locale, openValue } = useEditor()
  const mayWrite = useMayWrite()
  const isForbidden = termType === 'forbidden'
  const words = (
    <span lang={locale.code} dir={directionOf(locale.code)}>
      {text}
    </span>
  )
  return (
    <p className={styles.translation}>
      {mayWrite && !isForbidden ? (
        <button
          type="button"
          className={styles.insert}
          aria-label={t('help.insert', { text })}
          onClick={() => {
            openValue.current?.insert(text)
            openValue.current?.focus()
          }}
        >
          {words}
        </button>
      ) : (
        words
      )}
      {isForbidden && <span className={styles.forbidden}>{t('help.doNotUse')}</span>}
      {description && <span className={styles.note}>{description}</span>}
    </p>
  )
}
