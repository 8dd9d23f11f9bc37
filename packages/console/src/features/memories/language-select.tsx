import { useText } from '../../text/context.tsx'
import { LabelledSelect } from '../../ui/labelled-select.tsx'
import type { Locale, Memory } from './queries.ts'
import { useMemoryRights } from './rights.ts'

interface LanguageSelectProps {
  memory: Memory
  value: Locale | undefined
  onChange: (locale: Locale | undefined) => void
}

/** Into which language: one of those that the organization has. */
export function LanguageSelect({ memory, value, onChange }: LanguageSelectProps) {
  const { t, languageTitle } = useText()
  const targets = useTargets(memory)
  if (!value) return <p>{t('memories.noTargets')}</p>
  return (
    <LabelledSelect
      label={t('memories.language')}
      value={value.code}
      choices={targets.map((locale) => ({ value: locale.code, label: languageTitle(locale), detail: locale.code }))}
      onChange={(code) => onChange(targets.find((locale) => locale.code === code))}
    />
  )
}

/** The languages that texts of a memory are translated into, as far as somebody may write them. */
export const useTargets = ({ organizationId, sourceLocaleCode }: Memory) =>
  useMemoryRights(organizationId).locales.filter(({ code }) => code !== sourceLocaleCode)
