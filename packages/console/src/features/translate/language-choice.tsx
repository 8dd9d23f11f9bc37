import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Languages } from 'lucide-react'
import { useState } from 'react'
import { statsQuery } from '../../api/queries.ts'
import { seenLocales } from '../../api/seen-locales.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Choices } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { useEditor } from './editor-context.ts'

/** The language that is translated into, and how much there is to do in each. */
export function LanguageChoice() {
  const { t, languageTitle } = useText()
  const navigate = useNavigate()
  const { project, membership, locale, search } = useEditor()
  const { data } = useQuery(statsQuery(project.id))
  const toDo = new Map(data?.locales.map(({ code, notTranslated, notReviewed }) => [code, notTranslated + notReviewed]))
  const choices = seenLocales(project, membership).map((language) => {
    const count = toDo.get(language.code)
    return {
      value: language.code,
      label: languageTitle(language),
      ...(count === undefined ? {} : { detail: t('tools.toDo', { count }) }),
    }
  })
  return (
    <Select
      label={t('tools.language')}
      value={locale.code}
      choices={choices}
      onChange={(code) =>
        void navigate({
          to: '/projects/$projectId/translate/$locale',
          params: { projectId: project.id, locale: code },
          search,
        })
      }
    />
  )
}

/** The languages that stand below each other, besides the source and the one that is translated into. */
export function LanguagesChoice() {
  const { t, languageTitle } = useText()
  const { project, membership, locale, locales, setSearch } = useEditor()
  const [isOpen, setIsOpen] = useState(false)
  const shown = locales.map(({ code }) => code)
  const others = seenLocales(project, membership).filter(({ code, isSource }) => !isSource && code !== locale.code)
  const show = (codes: readonly string[]) => {
    const chosen = others.map(({ code }) => code).filter((code) => codes.includes(code))
    // None at all is something else than nothing chosen.
    setSearch({ with: chosen.length > 0 ? chosen : [locale.code] }, { replace: true })
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Languages size={16} aria-hidden />
        {t('tools.languages')}
      </Button>
      <Dialog title={t('tools.languages')} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <Choices label={t('tools.languages')}>
          {others.map(({ code, name }) => (
            <Checkbox
              key={code}
              label={languageTitle({ code, name })}
              checked={shown.includes(code)}
              onChange={(isChosen) => show(isChosen ? [...shown, code] : shown.filter((other) => other !== code))}
            />
          ))}
        </Choices>
      </Dialog>
    </>
  )
}
