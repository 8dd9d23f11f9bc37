import type { AnswerOf } from '@parlance/sdk'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import { SEVERITIES, type Severity } from './use-qa-change.ts'

const AS_OTHERS = 'asOthers'

interface CheckLanguagesProps {
  check: AnswerOf<'getQa'>['checks'][number]
  languages: AnswerOf<'getProject'>['locales']
  /** Null: as in the others again. */
  onChange: (code: string, severity: Severity | null) => void
  onClose: () => void
}

/** Languages in which a check weighs more or less than in the others. */
export function CheckLanguagesDialog({ check, languages, onChange, onClose }: CheckLanguagesProps) {
  const { t, languageTitle } = useText()
  const name = t(`check.${check.id}`)
  const choices = [
    { value: AS_OTHERS, label: t('checks.asOthers'), detail: t(`severity.${check.severity}`) },
    ...SEVERITIES.map((value) => ({ value, label: t(`severity.${value}`) })),
  ] as const
  return (
    <Dialog
      title={t('checks.inLanguagesOf', { name })}
      isOpen
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t('ui.done')}
        </Button>
      }
    >
      <Table label={t('settings.languages')} columns={[t('settings.language'), t('checks.severity')]}>
        {languages.map((language) => (
          <tr key={language.code}>
            <th scope="row">{languageTitle(language)}</th>
            <td>
              <Select<Severity | typeof AS_OTHERS>
                label={t('checks.severityOf', { name: languageTitle(language) })}
                value={check.localeSeverities[language.code] ?? AS_OTHERS}
                choices={choices}
                onChange={(chosen) => onChange(language.code, chosen === AS_OTHERS ? null : chosen)}
              />
            </td>
          </tr>
        ))}
      </Table>
    </Dialog>
  )
}
