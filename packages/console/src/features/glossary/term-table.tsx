import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { memo, useState } from 'react'
import { api } from '../../api/client.ts'
import { situationOf } from '../../api/errors.ts'
import { useLocaleOf } from '../../api/locales.ts'
import { useText } from '../../text/context.tsx'
import { directionOf } from '../../text/languages.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Question } from '../../ui/dialog.tsx'
import { RowActions, Table } from '../../ui/table.tsx'
import { useToast } from '../../ui/toast.tsx'
import styles from './glossary.module.css'
import { useGlossaryRights } from './rights.ts'
import { tellTerms } from './tell-terms.ts'
import type { Term } from './term-form.ts'

interface TermTableProps {
  orgId: number
  terms: readonly Term[]
  onOpen: (termId: number) => void
}

export function TermTable({ orgId, terms, onOpen }: TermTableProps) {
  const { t } = useText()
  const { mayDelete } = useGlossaryRights(orgId)
  const [asked, setAsked] = useState<Term>()
  const remove = useDelete(orgId)
  const columns = [t('glossary.term'), t('glossary.translations'), t('glossary.definition')]
  return (
    <>
      <Table label={t('glossary.terms')} columns={mayDelete ? [...columns, ''] : columns}>
        {terms.map((term) => (
          <TermRow
            key={term.id}
            orgId={orgId}
            term={term}
            onOpen={onOpen}
            onDelete={mayDelete ? setAsked : undefined}
          />
        ))}
      </Table>
      <Question
        question={t('glossary.deleteQuestion', { term: asked?.term ?? '' })}
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        cancelLabel={t('ui.cancel')}
        confirm={{
          label: t('glossary.delete'),
          isDangerous: true,
          onConfirm: () => {
            if (asked) remove(asked)
            setAsked(undefined)
          },
        }}
      >
        <p>{t('glossary.deleteEffect', { count: asked?.translations.length ?? 0 })}</p>
      </Question>
    </>
  )
}

interface TermRowProps {
  orgId: number
  term: Term
  onOpen: (termId: number) => void
  onDelete: ((term: Term) => void) | undefined
}

const TermRow = memo(function TermRow({ orgId, term, onOpen, onDelete }: TermRowProps) {
  const { t } = useText()
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          className={styles.open}
          lang={term.sourceLocaleCode}
          dir={directionOf(term.sourceLocaleCode)}
          onClick={() => onOpen(term.id)}
        >
          {term.term}
        </button>
        <Marks term={term} />
      </th>
      <td>
        <Translations orgId={orgId} translations={term.translations} />
      </td>
      <td>
        <span className={styles.definition} dir="auto">
          {term.definition}
        </span>
      </td>
      {onDelete && (
        <RowActions>
          <IconButton label={t('glossary.deleteNamed', { term: term.term })} onClick={() => onDelete(term)}>
            <Trash2 size={16} aria-hidden />
          </IconButton>
        </RowActions>
      )}
    </tr>
  )
})

function Marks({ term: { termType, isTranslatable, isCaseSensitive } }: { term: Term }) {
  const { t } = useText()
  const isForbidden = termType === 'forbidden'
  if (!isForbidden && isTranslatable && !isCaseSensitive) return null
  return (
    <div className={styles.marks}>
      {isForbidden && <Badge tone="bad">{t('help.doNotUse')}</Badge>}
      {!isTranslatable && <Badge tone="accent">{t('help.keepAsItIs')}</Badge>}
      {isCaseSensitive && <Badge>{t('glossary.caseMark')}</Badge>}
    </div>
  )
}

const MOST_SHOWN = 4

function Translations({ orgId, translations }: { orgId: number } & Pick<Term, 'translations'>) {
  const { t, languageTitle } = useText()
  const localeOf = useLocaleOf(orgId)
  return (
    <ul className={styles.translations}>
      {translations.slice(0, MOST_SHOWN).map(({ id, localeCode, text, termType }) => (
        <li key={id}>
          <span className={styles.code} title={languageTitle(localeOf(localeCode))}>
            {localeCode}
          </span>
          <span
            lang={localeCode}
            dir={directionOf(localeCode)}
            className={termType === 'forbidden' ? styles.forbidden : undefined}
          >
            {text}
          </span>
          {termType === 'forbidden' && <Badge tone="bad">{t('help.doNotUse')}</Badge>}
        </li>
      ))}
      {translations.length > MOST_SHOWN && (
        <li className={styles.more}>{t('batch.more', { count: translations.length - MOST_SHOWN })}</li>
      )}
    </ul>
  )
}

function useDelete(orgId: number) {
  const { t } = useText()
  const toast = useToast()
  const { mutate } = useMutation({
    mutationFn: ({ id }: Term) => api.deleteTerm({ params: { orgId, termId: id } }),
    onSuccess: (_, { term }) => toast({ text: t('glossary.deleted', { term }) }),
    onError: (error) => toast({ text: t(`situation.${situationOf(error)}`), isFailure: true }),
    onSettled: () => tellTerms(orgId),
  })
  return mutate
}
