import type { AnswerOf } from '@parlance/sdk'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { projectQuery, statsQuery } from '../../api/queries.ts'
import { useMayWrite } from '../../api/read-only.ts'
import { useMembership } from '../../api/session.ts'
import { useText } from '../../text/context.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Question } from '../../ui/dialog.tsx'
import { RowActions, Table } from '../../ui/table.tsx'
import { useAction } from '../../ui/use-action.ts'
import { AddLanguagesDialog } from './add-languages.tsx'
import styles from './settings.module.css'

type Project = AnswerOf<'getProject'>
type Language = Project['locales'][number]

/** The languages of a project. Those that are taken out of use keep their texts. */
export function LanguagesSection({ projectId }: { projectId: number }) {
  const { t } = useText()
  const { data: project } = useSuspenseQuery(projectQuery(projectId))
  const mayWrite = useMayWrite(project.organizationId, 'project.manage')
  const seen = useMembership(project.organizationId)?.localeCodes
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Language>()
  const textsOf = useTextCounts(projectId)
  return (
    <>
      <p className={styles.lead}>{t('settings.languagesLead')}</p>
      {mayWrite && seen === null && (
        <div>
          <Button kind="primary" onClick={() => setAdding(true)}>
            {t('settings.addLanguage')}
          </Button>
        </div>
      )}
      <Table
        label={t('settings.languages')}
        columns={[t('settings.language'), t('settings.code'), t('settings.texts'), '']}
      >
        {project.locales.map((language) => (
          <LanguageRow
            key={language.code}
            language={language}
            texts={textsOf(language.code)}
            onRemove={seen?.includes(language.code) === false ? undefined : () => setLeaving(language)}
          />
        ))}
      </Table>
      {isAdding && <AddLanguagesDialog project={project} onClose={() => setAdding(false)} />}
      {leaving && (
        <RemoveQuestion
          project={project}
          language={leaving}
          texts={textsOf(leaving.code)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  )
}

/** How many texts a language has; undefined where it is not known. */
function useTextCounts(projectId: number) {
  const { data } = useQuery(statsQuery(projectId))
  return (code: string) => {
    const found = data?.locales.find((locale) => locale.code === code)
    return found && found.translated + found.notReviewed
  }
}

interface LanguageRowProps {
  language: Language
  texts: number | undefined
  onRemove: (() => void) | undefined
}

function LanguageRow({ language, texts, onRemove }: LanguageRowProps) {
  const { t, number, languageName, languageTitle } = useText()
  const { code, isSource } = language
  return (
    <tr>
      <th scope="row">
        {languageTitle(language)} {isSource && <Badge tone="accent">{t('settings.source')}</Badge>}
      </th>
      <td className={styles.code}>{code}</td>
      <td>{texts === undefined ? '–' : number(texts)}</td>
      <RowActions>
        {!isSource && onRemove && (
          <Button
            kind="quiet"
            aria-label={t('settings.removeNamed', { name: languageName(language) })}
            onClick={onRemove}
          >
            {t('settings.remove')}
          </Button>
        )}
      </RowActions>
    </tr>
  )
}

interface RemoveQuestionProps {
  project: Project
  language: Language
  texts: number | undefined
  onClose: () => void
}

function RemoveQuestion({ project, language, texts, onClose }: RemoveQuestionProps) {
  const { t, languageName } = useText()
  const { code } = language
  const name = languageName(language)
  const removal = useAction(() => api.removeProjectLocale({ params: { projectId: project.id, code } }), {
    done: () => t('settings.languageRemoved', { name }),
    stale: [projectQuery(project.id).queryKey, ['organization', project.organizationId, 'projects']],
  })
  return (
    <Question
      question={t('settings.removeLanguageQuestion', { name })}
      isOpen
      onClose={onClose}
      cancelLabel={t('ui.cancel')}
      confirm={{
        label: t('settings.remove'),
        isDangerous: true,
        onConfirm: () => {
          onClose()
          removal.mutate()
        },
      }}
    >
      <p>{t('settings.removeLanguageHint', { count: texts ?? 0 })}</p>
    </Question>
  )
}
