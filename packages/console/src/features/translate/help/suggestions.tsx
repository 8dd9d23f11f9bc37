import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { instanceQuery } from '../../../api/queries.ts'
import { useText } from '../../../text/context.tsx'
import { directionOf } from '../../../text/languages.ts'
import { useAnnounce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Diff } from '../../../ui/diff.tsx'
import { type Row, useEditor } from '../editor-context.ts'
import { readableText } from '../plural.ts'
import styles from './help-panel.module.css'
import { Problem } from './problem.tsx'
import { type Asked, machineQuery, memoryQuery, similarQuery } from './queries.ts'
import { suggestionNumber } from './suggestion-keys.ts'
import { type Machine, ranked, type Suggestion } from './suggestions.ts'
import { askedFor, useMayWrite } from './use-help.ts'

export function Suggestions({ row, isSettled }: { row: Row; isSettled: boolean }) {
  const { t } = useText()
  const editor = useEditor()
  const asked = askedFor(editor, row)
  if (editor.locale.code === editor.source.code) return <p className={styles.hint}>{t('help.isSource')}</p>
  if (asked.text === '') return <p className={styles.hint}>{t('help.noSource')}</p>
  return <Found asked={asked} isWritten={Boolean(row.translations[asked.target.code]?.value)} isSettled={isSettled} />
}

interface FoundProps {
  asked: Asked
  /** There is a translation already. */
  isWritten: boolean
  isSettled: boolean
}

function Found({ asked, isWritten, isSettled }: FoundProps) {
  const { t } = useText()
  const hasMemories = memoryQuery(asked).enabled === true
  const memory = useQuery({ ...memoryQuery(asked), enabled: hasMemories && isSettled })
  const similar = useQuery({ ...similarQuery(asked), enabled: isSettled })
  const { machine, ask, error } = useMachine(asked, isSettled && !isWritten)
  // Shown together: a better one that came later would take the number of one that somebody is about to use.
  const isComing = [...(hasMemories ? [memory] : []), similar].some(({ data, isError }) => !data && !isError)
  const suggestions = isComing ? [] : ranked(memory.data?.matches ?? [], similar.data?.matches ?? [], machine)
  const use = useSuggestion()
  useSuggestionKeys(suggestions, use)
  const failed = [memory, similar].find(({ isError }) => isError)
  return (
    <section className={styles.section}>
      {suggestions.length > 0 && (
        <ol className={styles.cards} aria-label={t('help.suggestions')}>
          {suggestions.map((suggestion, index) => (
            <li key={suggestion ? `${suggestion.from} ${suggestion.text}` : 'machine'} className={styles.card}>
              {suggestion ? (
                <Card number={index + 1} suggestion={suggestion} asked={asked} onUse={use} />
              ) : (
                <p className={styles.hint}>
                  {t(machine.state === 'asked' ? 'help.machineAsked' : 'help.machineSilent')}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
      {isComing && <div className={styles.coming} aria-hidden />}
      {failed && <Problem error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && suggestions.length === 0 && !isComing && <p className={styles.hint}>{t('help.noSuggestions')}</p>}
      {error != null && <Problem error={error} />}
      {ask && (
        <Button kind="quiet" onClick={ask}>
          {t('help.askMachine')}
        </Button>
      )}
    </section>
  )
}

/** Asked by itself where nothing is written yet; elsewhere when somebody wants it, because it may cost something. */
function useMachine(asked: Asked, isWanted: boolean): { machine: Machine; ask?: () => void; error?: unknown } {
  const mayWrite = useMayWrite()
  const { data: instance } = useQuery(instanceQuery)
  const { provider, canSuggest } = instance?.machineTranslation ?? { provider: 'memory', canSuggest: false }
  // Of a machine that knows only the memories, everything has been said above.
  const isThere = mayWrite && canSuggest && provider !== 'memory'
  const { data, isFetching, error, refetch } = useQuery({ ...machineQuery(asked), enabled: isThere && isWanted })
  if (!isThere) return { machine: { state: 'off' } }
  const [said] = data?.suggestions ?? []
  if (said) return { machine: { state: 'answered', ...said } }
  if (isFetching || (isWanted && !data && !error)) return { machine: { state: 'asked' } }
  if (data) return { machine: { state: 'silent' } }
  return { machine: { state: 'off' }, ask: () => void refetch(), error }
}

/** Puts a suggestion into the field, as one step that can be undone. */
function useSuggestion() {
  const { t, number } = useText()
  const { openValue } = useEditor()
  const announce = useAnnounce()
  const mayWrite = useMayWrite()
  if (!mayWrite) return undefined
  return (suggestion: Suggestion, place: number) => {
    const field = openValue.current
    if (!field) return
    field.replace(suggestion.text, suggestion.from === 'memory' ? { tmEntryId: suggestion.match.id } : undefined)
    field.focus()
    announce(t('help.used', { number: number(place) }))
  }
}

type Use = ReturnType<typeof useSuggestion>

/** Alt and a digit, wherever in the editor focus is; not behind a dialog. */
function useSuggestionKeys(suggestions: readonly (Suggestion | undefined)[], use: Use) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const place = suggestionNumber(event)
      const suggestion = place === undefined ? undefined : suggestions[place - 1]
      const isBehind = event.target instanceof Element && event.target.closest('[role$="dialog"]') !== null
      if (place === undefined || !suggestion || !use || isBehind) return
      event.preventDefault()
      use(suggestion, place)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [suggestions, use])
}

interface CardProps {
  number: number
  suggestion: Suggestion
  asked: Asked
  onUse: Use
}

function Card({ number: place, suggestion, asked, onUse }: CardProps) {
  const { t, number } = useText()
  return (
    <>
      <div className={styles.cardHead}>
        <kbd className={styles.place}>{number(place)}</kbd>
        <Origin suggestion={suggestion} />
        {onUse && (
          <Button
            className={styles.use}
            aria-label={t('help.useNumber', { number: number(place) })}
            title={t('help.useKeys', { number: number(place) })}
            onClick={() => onUse(suggestion, place)}
          >
            {t('help.use')}
          </Button>
        )}
      </div>
      {suggestion.from !== 'machine' && suggestion.sourceText !== asked.text && (
        <div className={styles.cardSource}>
          <Diff
            before={readableText(suggestion.sourceText)}
            after={readableText(asked.text)}
            locale={asked.source.code}
          />
        </div>
      )}
      <p className={styles.cardText} lang={asked.target.code} dir={directionOf(asked.target.code)}>
        {readableText(suggestion.text)}
      </p>
    </>
  )
}

function Origin({ suggestion }: { suggestion: Suggestion }) {
  const { t, locale } = useText()
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  if (suggestion.from === 'machine')
    return <span className={styles.origin}>{t('help.fromMachine', { provider: suggestion.provider })}</span>
  const { match, similarity } = suggestion
  const from = 'tmName' in match ? [match.tmName, match.authorName].filter(Boolean).join(' · ') : match.key
  return (
    <span className={styles.origin}>
      <strong className={styles.percent}>{percent.format(similarity / 100)}</strong>
      <span className={styles.from}>{from}</span>
    </span>
  )
}
