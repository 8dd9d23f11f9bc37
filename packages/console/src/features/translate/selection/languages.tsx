import { seenLocales } from '../../../api/seen-locales.ts'
import { useText } from '../../../text/context.tsx'
import { Checkbox, Choices } from '../../../ui/choice.tsx'
import { type Editor, type ProjectLocale, useEditor } from '../editor-context.ts'

/** The languages that somebody may write in, the one they work on first. */
export function ownLocales({ project, membership, locale }: Editor): readonly ProjectLocale[] {
  return [...seenLocales(project, membership)].sort(
    (a, b) => Number(b.code === locale.code) - Number(a.code === locale.code),
  )
}

/** Names of languages as a sentence has them: "German, French and Arabic". */
export function useLanguageList(): (codes: readonly string[]) => string {
  const { locale, languageName } = useText()
  const { project } = useEditor()
  const format = new Intl.ListFormat(locale, { type: 'conjunction' })
  return (codes) => format.format(project.locales.filter(({ code }) => codes.includes(code)).map(languageName))
}

interface LanguageChoiceProps {
  label: string
  among: readonly ProjectLocale[]
  chosen: readonly string[]
  onChange: (codes: readonly string[]) => void
}

/** Some languages, as group `label` of checkboxes. */
export function LanguageChoice({ label, among, chosen, onChange }: LanguageChoiceProps) {
  const { languageTitle } = useText()
  return (
    <Choices label={label}>
      {among.map(({ code, name }) => (
        <Checkbox
          key={code}
          label={languageTitle({ code, name })}
          detail={code}
          checked={chosen.includes(code)}
          onChange={(isChosen) => onChange(isChosen ? [...chosen, code] : chosen.filter((other) => other !== code))}
        />
      ))}
    </Choices>
  )
}
