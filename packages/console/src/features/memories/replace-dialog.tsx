import { limits } from '@parlance/contract/limits'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useText } from '../../text/context.tsx'
import { Diff } from '../../ui/diff.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { LanguageSelect, useTargets } from './language-select.tsx'
import styles from './memories.module.css'
import type { Locale, Memory } from './queries.ts'
import { showAgain } from './shown-entries.ts'

interface Wish {
  target: Locale
  find: string
  replace: string
}

const bodyOf = ({ target, find, replace }: Wish) => ({ targetLocaleId: target.id, find, replace })

/** Replaces a text in all translations of a language. What would happen is shown first, and only that can be done. */
export function ReplaceDialog({ memory, onClose }: { memory: Memory; onClose: () => void }) {
  const { t } = useText()
  const [first] = useTargets(memory)
  const [chosen, setChosen] = useState<Locale>()
  const [texts, setTexts] = useState({ find: '', replace: '' })
  const target = chosen ?? first
  const preview = usePreview(memory.id)
  const replacing = useReplace(memory, onClose)
  const shown = preview.data
  const isPreviewed =
    shown?.wish.find === texts.find && shown.wish.replace === texts.replace && shown.wish.target.id === target?.id
  const canReplace = isPreviewed && shown.affectedCount > 0
  const submit = () => {
    if (canReplace) replacing.mutate(shown.wish)
    else if (target) preview.mutate({ ...texts, target })
  }
  return (
    <FormDialog
      title={t('memories.replace')}
      submitLabel={canReplace ? t('memories.replaceIn', { count: shown.affectedCount }) : t('memories.preview')}
      sending={replacing.isPending || replacing.error ? replacing : preview}
      onSubmit={submit}
      onClose={onClose}
      isWide
    >
      <LanguageSelect memory={memory} value={target} onChange={setChosen} />
      <div className={styles.pair}>
        <TextField
          label={t('memories.find')}
          required
          dir="auto"
          maxLength={limits.memoryText}
          value={texts.find}
          onChange={(event) => setTexts({ ...texts, find: event.target.value })}
        />
        <TextField
          label={t('memories.replaceWith')}
          dir="auto"
          maxLength={limits.memoryText}
          value={texts.replace}
          onChange={(event) => setTexts({ ...texts, replace: event.target.value })}
        />
      </div>
      <p className={styles.hint}>{t('memories.replaceHint')}</p>
      {isPreviewed && <Preview {...shown} />}
    </FormDialog>
  )
}

const usePreview = (tmId: number) =>
  useMutation({
    mutationFn: async (wish: Wish) => ({
      ...(await api.replaceInMemory({ params: { tmId }, body: { ...bodyOf(wish), preview: true } })),
      wish,
    }),
  })

function useReplace({ id: tmId, organizationId }: Memory, onClose: () => void) {
  const { t } = useText()
  const toast = useToast()
  return useMutation({
    mutationFn: (wish: Wish) => api.replaceInMemory({ params: { tmId }, body: bodyOf(wish) }),
    onSuccess: async ({ affectedCount }) => {
      onClose()
      toast({ text: t('memories.replaced', { count: affectedCount }) })
      await showAgain(tmId, organizationId)
    },
  })
}

type PreviewProps = NonNullable<ReturnType<typeof usePreview>['data']>

function Preview({ affectedCount, skippedCount, preview = [], wish }: PreviewProps) {
  const { t } = useText()
  return (
    <>
      <p role="status">
        {t('memories.willReplace', { count: affectedCount })}
        {skippedCount > 0 && ` ${t('memories.willSkip', { count: skippedCount })}`}
      </p>
      {preview.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
        <ul className={`${styles.list} ${styles.scroll}`} aria-label={t('memories.preview')} tabIndex={0}>
          {preview.map(({ id, originalText, replacedText }) => (
            <li key={id}>
              <Diff before={originalText} after={replacedText} locale={wish.target.code} />
            </li>
          ))}
        </ul>
      )}
      {affectedCount > preview.length && (
        <p className={styles.hint}>{t('batch.more', { count: affectedCount - preview.length })}</p>
      )}
    </>
  )
}
