import { useText } from '../../text/context.tsx'
import { LANGUAGES, type LanguageCode } from '../../text/languages.ts'
import { Choices, Radio } from '../../ui/choice.tsx'
import { Select } from '../../ui/select.tsx'
import { DENSITIES, THEMES } from './preferences.ts'
import { useChange } from './use-change.ts'
import { usePreferences } from './use-preferences.ts'

const CODES = Object.keys(LANGUAGES) as LanguageCode[]
const NAMES = CODES.map((value) => ({ value, label: LANGUAGES[value].name }))

export function AppearanceSection() {
  const { t } = useText()
  const { theme, density, language } = usePreferences()
  const change = useChange()
  return (
    <>
      <Choices label={t('appearance.theme')}>
        {THEMES.map((name) => (
          <Radio
            key={name}
            name="theme"
            label={t(`appearance.${name}`)}
            checked={theme === name}
            onChange={() => change({ theme: name })}
          />
        ))}
      </Choices>
      <Choices label={t('appearance.density')}>
        {DENSITIES.map((name) => (
          <Radio
            key={name}
            name="density"
            label={t(`appearance.${name}`)}
            checked={density === name}
            onChange={() => change({ density: name })}
          />
        ))}
      </Choices>
      <Choices label={t('appearance.language')}>
        <div>
          <Select
            label={t('appearance.language')}
            value={language}
            choices={NAMES}
            onChange={(code) => change({ language: code })}
          />
        </div>
      </Choices>
    </>
  )
}
