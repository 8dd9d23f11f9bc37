import { limits } from '@parlance/contract/limits'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useText } from '../../text/context.tsx'
import { directionOf } from '../../text/languages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Diff } from '../../ui/diff.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LanguageSelect, useTargets } from './language-select.tsx'
import styles from './memories.module.css'
import type { Locale, Match, Memory } from './queries.ts'

const MOST_MATCHES = 20

/** What the memory would suggest for a text, and how alike it is. */
export function TrySearchDialog({ memory, onClose }: { memory: Memory; onClose: () => void }) {
  const { t } = useText()
  const [first] = useTargets(memory)
  const [chosen, setChosen] = useState<Locale>()
  const [text, setText] = useState('')
  const [least, setLeast] = useState('50')
  const locale = chosen ?? first
  const asking = useMutation({
    mutationFn: async (target: Locale) => {
      const body = {
        sourceText: text,
        targetLocaleId: target.id,
        minSimilarity: Number(least),
        maxResults: MOST_MATCHES,
      }
      const { matches } = await api.searchMemory({ params: { tmId: memory.id }, body })
      return { matches, text, target }
    },
  })
  const { sourceLocaleCode: source } = memory
  return (
    <FormDialog
      title={t('memories.try')}
      submitLabel={t('memories.trySearch')}
      sending={asking}
      onSubmit={() => locale && asking.mutate(locale)}
      onClose={onClose}
      isWide
    >
      <TextArea
        label={t('memories.entry.source')}
        required
        rows={2}
        lang={source}
        dir={directionOf(source)}
        maxLength={limits.memoryText}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles.pair}>
        <LanguageSelect memory={memory} value={locale} onChange={setChosen} />
        <TextField
          label={t('memories.least')}
          type="number"
          min={50}
          max={100}
          required
          value={least}
          onChange={(event) => setLeast(event.target.value)}
        />
      </div>
      {asking.data && <Matches {...asking.data} sourceCode={source} />}
    </FormDialog>
  )
}

interface MatchesProps {
  matches: readonly Match[]
  text: string
  target: Locale
  sourceCode: string
}

function Matches({ matches, text, target, sourceCode }: MatchesProps) {
  const { t } = useText()
  if (matches.length === 0) return <p role="status">{t('memories.noMatches')}</p>
  return (
    <ul className={styles.list} aria-label={t('memories.matches')}>
      {matches.map((match) => (
        <li key={match.id}>
          <p className={styles.head}>
            <Badge tone={match.similarity >= 100 ? 'good' : 'plain'}>
              {t('memories.percent', { similarity: match.similarity })}
            </Badge>
            {match.contextKey !== null && <span dir="auto">{match.contextKey}</span>}
            <span>{t('memories.usedTimes', { count: match.usageCount })}</span>
          </p>
          <Diff before={match.sourceText} after={text} locale={sourceCode} />
          <p lang={target.code} dir={directionOf(target.code)}>
            {match.targetText}
          </p>
        </li>
      ))}
    </ul>
  )
}
