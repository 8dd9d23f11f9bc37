import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { localesQuery, queryClient } from '../../api/queries.ts'
import { useMayWrite } from '../../api/read-only.ts'
import { useMembership } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LanguageField } from '../../ui/language-field.tsx'
import { Nothing, Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useLanguageName } from '../../ui/use-language-name.ts'
import { Allowed } from '../shell/allowed.tsx'
import styles from './organization.module.css'

/** The languages that projects, memories and the glossary of an organization choose from. */
export function OrganizationLanguagesScreen() {
  const { orgId } = useParams({ from: '/signed-in/organizations/$orgId/languages' })
  return (
    <Allowed orgId={orgId} needs={['project.manage']}>
      <Languages key={orgId} orgId={orgId} />
    </Allowed>
  )
}

function Languages({ orgId }: { orgId: number }) {
  const { t, languageTitle } = useText()
  const { data } = useSuspenseQuery(localesQuery(orgId))
  const [isAdding, setAdding] = useState(false)
  const isUnrestricted = useMembership(orgId)?.localeCodes === null
  const mayAdd = useMayWrite(orgId, 'project.manage') && isUnrestricted
  const add = mayAdd && (
    <Button kind="primary" onClick={() => setAdding(true)}>
      {t('settings.addLanguage')}
    </Button>
  )
  return (
    <Page title={t('settings.languages')} lead={t('organization.languagesLead')} actions={add}>
      {data.locales.length === 0 ? (
        <Nothing>{t('organization.noLanguages')}</Nothing>
      ) : (
        <Table
          label={t('settings.languages')}
          columns={[t('settings.language'), t('settings.code'), t('organization.direction')]}
        >
          {data.locales.map((language) => (
            <tr key={language.code}>
              <th scope="row">
                <span dir="auto">{languageTitle(language)}</span>
              </th>
              <td className={styles.code}>{language.code}</td>
              <td>{t(`organization.${language.direction}`)}</td>
            </tr>
          ))}
        </Table>
      )}
      {isAdding && <AddDialog orgId={orgId} onClose={() => setAdding(false)} />}
    </Page>
  )
}

function AddDialog({ orgId, onClose }: { orgId: number; onClose: () => void }) {
  const { t } = useText()
  const toast = useToast()
  const nameOf = useLanguageName()
  const [code, setCode] = useState<string | null>(null)
  const [name, setName] = useState('')
  const adding = useMutation({
    mutationFn: (chosen: string) =>
      api.createOrganizationLocale({
        params: { orgId },
        body: { code: chosen, ...(name.trim() === '' ? {} : { name: name.trim() }) },
      }),
    onSuccess: async (added) => {
      onClose()
      toast({ text: t('organization.languageAdded', { name: added.body.name }) })
      await queryClient.invalidateQueries({ queryKey: localesQuery(orgId).queryKey })
    },
  })
  return (
    <FormDialog
      title={t('settings.addLanguage')}
      submitLabel={t('settings.add')}
      sending={adding}
      missing={code === null ? t('settings.chooseLanguage') : undefined}
      onSubmit={() => code !== null && adding.mutate(code)}
      onClose={onClose}
    >
      <LanguageField label={t('settings.language')} value={code} onChange={setCode} />
      <TextField
        label={t('organization.ownName')}
        hint={t('organization.ownNameHint', { name: code === null ? '–' : nameOf(code) })}
        maxLength={255}
        dir="auto"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}
