import { termLimits } from '@parlance/contract/limits'
import { X } from 'lucide-react'
import { useText } from '../../text/context.tsx'
import { directionOf } from '../../text/languages.ts'
import { IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { TextField } from '../../ui/field.tsx'
import styles from './term-fields.module.css'
import { More, WordFields } from './term-fields.tsx'
import { type Locale, NO_TRANSLATION, type TermForm } from './term-form.ts'

interface TranslationFieldsProps {
  form: TermForm
  change: (patch: Partial<TermForm>) => void
  locales: readonly Pick<Locale, 'id' | 'code' | 'name'>[]
  isReadOnly?: boolean
  /** Translations that are stored already can be changed by more people than take them away. */
  kept?: readonly number[]
}

/** A field for each language but the term's own. What is not translated asks for no more than what it has. */
export function TranslationFields({ form, change, locales, isReadOnly = false, kept = [] }: TranslationFieldsProps) {
  const isAsked = !form.isForbidden && !form.isKept && !isReadOnly
  const shown = locales.filter(
    ({ id, code }) => code !== form.sourceCode && (isAsked || (form.translations[id]?.text ?? '') !== ''),
  )
  return shown.map((locale) => (
    <TranslationField
      key={locale.id}
      locale={locale}
      translation={form.translations[locale.id] ?? NO_TRANSLATION}
      change={(translation) => change({ translations: { ...form.translations, [locale.id]: translation } })}
      isReadOnly={isReadOnly}
      isKept={kept.includes(locale.id)}
    />
  ))
}

type TranslationForm = TermForm['translations'][number]

interface TranslationFieldProps {
  locale: Pick<Locale, 'code' | 'name'>
  translation: TranslationForm
  change: (translation: TranslationForm) => void
  isReadOnly: boolean
  isKept: boolean
}

function TranslationField({ locale, translation, change, isReadOnly, isKept }: TranslationFieldProps) {
  const { t, languageName } = useText()
  const language = languageName(locale)
  const label = t('glossary.translation', { language })
  const { text, isForbidden, partOfSpeech, gender, description } = translation
  const isFilled = isForbidden || [partOfSpeech, gender, description].some((some) => some !== '')
  return (
    <div className={styles.translation}>
      <div className={styles.line}>
        <TextField
          label={label}
          lang={locale.code}
          dir={directionOf(locale.code)}
          maxLength={termLimits.term}
          value={text}
          onChange={(event) => change({ ...translation, text: event.target.value })}
          readOnly={isReadOnly}
          required={isKept}
        />
        {text !== '' && !isReadOnly && !isKept && (
          <IconButton label={t('ui.remove', { name: label })} onClick={() => change(NO_TRANSLATION)}>
            <X size={16} aria-hidden />
          </IconButton>
        )}
      </div>
      {text !== '' && (
        <More label={t('glossary.moreOf', { language })} isOpenFirst={isFilled}>
          <Checkbox
            label={t('glossary.translationForbidden', { language })}
            checked={isForbidden}
            disabled={isReadOnly}
            onChange={(chosen) => change({ ...translation, isForbidden: chosen })}
          />
          <WordFields
            word={translation}
            change={(patch) => change({ ...translation, ...patch })}
            isReadOnly={isReadOnly}
          />
        </More>
      )}
    </div>
  )
}
