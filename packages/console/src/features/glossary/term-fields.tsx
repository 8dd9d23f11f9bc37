import { termLimits } from '@parlance/contract/limits'
import { type ReactNode, useState } from 'react'
import { useText } from '../../text/context.tsx'
import { directionOf } from '../../text/languages.ts'
import { Checkbox } from '../../ui/choice.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { LabelledSelect } from '../../ui/labelled-select.tsx'
import styles from './term-fields.module.css'
import type { Locale, TermForm } from './term-form.ts'

interface TermFieldsProps {
  form: TermForm
  change: (patch: Partial<TermForm>) => void
  /** Whose word a term can be. With one there is nothing to choose. */
  sources: readonly Pick<Locale, 'code' | 'name'>[]
  isReadOnly?: boolean
  /** Behind the term itself, such as what it is called in the language that somebody works on. */
  children?: ReactNode
}

/** What a term is, and how it is to be used. */
export function ConceptFields({ form, change, sources, isReadOnly = false, children }: TermFieldsProps) {
  const { t, languageTitle } = useText()
  const { sourceCode } = form
  return (
    <>
      <TextField
        label={t('glossary.term')}
        {...writingOf(sourceCode)}
        maxLength={termLimits.term}
        value={form.term}
        onChange={(event) => change({ term: event.target.value })}
        readOnly={isReadOnly}
        required
      />
      {sources.length > 1 && sourceCode !== undefined && !isReadOnly && (
        <LabelledSelect
          label={t('glossary.source')}
          value={sourceCode}
          choices={sources.map((locale) => ({ value: locale.code, label: languageTitle(locale), detail: locale.code }))}
          onChange={(code) => change({ sourceCode: code })}
        />
      )}
      {children}
      <TextArea
        label={t('glossary.definition')}
        rows={3}
        dir="auto"
        maxLength={termLimits.definition}
        value={form.definition}
        onChange={(event) => change({ definition: event.target.value })}
        readOnly={isReadOnly}
      />
      <Rules form={form} change={change} isReadOnly={isReadOnly} />
      <MoreOfTerm form={form} change={change} isReadOnly={isReadOnly} />
    </>
  )
}

const writingOf = (code: string | undefined) =>
  code === undefined ? { dir: 'auto' } : { lang: code, dir: directionOf(code) }

type RulesProps = Required<Omit<TermFieldsProps, 'sources' | 'children'>>

function Rules({ form, change, isReadOnly }: RulesProps) {
  const { t } = useText()
  return (
    <div>
      <Checkbox
        label={t('glossary.forbidden')}
        checked={form.isForbidden}
        disabled={isReadOnly}
        onChange={(isForbidden) => change({ isForbidden })}
      />
      <Checkbox
        label={t('glossary.kept')}
        checked={form.isKept}
        disabled={isReadOnly}
        onChange={(isKept) => change({ isKept })}
      />
      <Checkbox
        label={t('glossary.case')}
        checked={form.isCaseSensitive}
        disabled={isReadOnly}
        onChange={(isCaseSensitive) => change({ isCaseSensitive })}
      />
      <Checkbox
        label={t('glossary.exact')}
        checked={form.isExactMatch}
        disabled={isReadOnly}
        onChange={(isExactMatch) => change({ isExactMatch })}
      />
    </div>
  )
}

function MoreOfTerm({ form, change, isReadOnly }: RulesProps) {
  const { t } = useText()
  const isFilled = [form.subject, form.partOfSpeech, form.gender, form.description].some((text) => text !== '')
  return (
    <More label={t('glossary.more')} isOpenFirst={isFilled}>
      <TextField
        label={t('glossary.subject')}
        hint={t('glossary.subjectHint')}
        dir="auto"
        maxLength={termLimits.subject}
        value={form.subject}
        onChange={(event) => change({ subject: event.target.value })}
        readOnly={isReadOnly}
      />
      <WordFields word={form} change={change} isReadOnly={isReadOnly} />
    </More>
  )
}

type Word = Pick<TermForm, 'partOfSpeech' | 'gender' | 'description'>

interface WordFieldsProps {
  word: Word
  change: (patch: Partial<Word>) => void
  isReadOnly: boolean
}

/** What is known about a word of any language. */
export function WordFields({ word, change, isReadOnly }: WordFieldsProps) {
  const { t } = useText()
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label={t('glossary.partOfSpeech')}
          dir="auto"
          maxLength={termLimits.partOfSpeech}
          value={word.partOfSpeech}
          onChange={(event) => change({ partOfSpeech: event.target.value })}
          readOnly={isReadOnly}
        />
        <TextField
          label={t('glossary.gender')}
          dir="auto"
          maxLength={termLimits.gender}
          value={word.gender}
          onChange={(event) => change({ gender: event.target.value })}
          readOnly={isReadOnly}
        />
      </div>
      <TextArea
        label={t('glossary.note')}
        rows={2}
        dir="auto"
        maxLength={termLimits.description}
        value={word.description}
        onChange={(event) => change({ description: event.target.value })}
        readOnly={isReadOnly}
      />
    </>
  )
}

/** What few ask for. Its fields are made when it is opened: there may be one for each of a hundred languages. */
export function More({ label, isOpenFirst, children }: { label: string; isOpenFirst: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(isOpenFirst)
  return (
    <details className={styles.more} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {isOpen && <div className={styles.fields}>{children}</div>}
    </details>
  )
}
