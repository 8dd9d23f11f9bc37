import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { useText } from '../../../text/context.tsx'
import { Checkbox, Choices, Radio } from '../../../ui/choice.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { saveFrom } from '../../../ui/save-file.ts'
import { useGlossaryRights } from '../rights.ts'

const FORMATS = ['csv', 'json', 'tbx'] as const
type Format = (typeof FORMATS)[number]

/** The glossary as a file that comes piece by piece. */
export function ExportDialog({ orgId, onClose }: { orgId: number; onClose: () => void }) {
  const { t, languageTitle } = useText()
  const { locales } = useGlossaryRights(orgId)
  const [format, setFormat] = useState<Format>('csv')
  const [leftOut, setLeftOut] = useState<readonly number[]>([])
  const chosen = locales.filter(({ id }) => !leftOut.includes(id))
  const saving = useMutation({
    // A download cannot say why it was refused: a small question before it can.
    mutationFn: () => api.getGlossary({ params: { orgId } }),
    onSuccess: () => {
      saveFrom(addressOf(orgId, format, leftOut.length === 0 ? [] : chosen))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('glossary.exportTitle')}
      submitLabel={t('glossary.download')}
      sending={saving}
      onSubmit={() => saving.mutate()}
      onClose={onClose}
    >
      <Choices label={t('export.format')}>
        {FORMATS.map((one) => (
          <Radio
            key={one}
            name="format"
            label={t(`glossary.format.${one}`)}
            checked={format === one}
            onChange={() => setFormat(one)}
          />
        ))}
      </Choices>
      {locales.length > 1 && (
        <Choices label={t('glossary.exportLanguages')}>
          {locales.map((locale) => (
            <Checkbox
              key={locale.id}
              label={languageTitle(locale)}
              detail={locale.code}
              checked={chosen.includes(locale)}
              disabled={chosen.length === 1 && chosen.includes(locale)}
              onChange={(isChosen) =>
                setLeftOut(isChosen ? leftOut.filter((id) => id !== locale.id) : [...leftOut, locale.id])
              }
            />
          ))}
        </Choices>
      )}
    </FormDialog>
  )
}

function addressOf(orgId: number, format: Format, chosen: readonly { id: number }[]): string {
  const query = chosen.length === 0 ? '' : `?localeIds=${chosen.map(({ id }) => id).join(',')}`
  return `/v1/organizations/${orgId}/glossary/export/${format}${query}`
}
