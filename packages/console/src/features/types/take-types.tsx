import { typeScriptOf } from '@parlance/sdk/typescript'
import { useState } from 'react'
import { situationOf } from '../../api/errors.ts'
import { queryClient } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { useToast } from '../../ui/toast.tsx'
import { type TypedKey, typesQuery } from './typed-keys.ts'
import styles from './types.module.css'

/** Made when somebody asks for it: of many keys it is a long text. */
const FORMS = {
  typescript: { make: typeScriptOf, filename: 'texts.ts', type: 'text/plain' },
  json: {
    make: (keys: readonly TypedKey[]) => `${JSON.stringify({ keys }, null, 2)}\n`,
    filename: 'types.json',
    type: 'application/json',
  },
} as const

type Form = keyof typeof FORMS

/** The types of all keys, to be copied or downloaded. They are read when somebody asks for them: there may be very many. */
export function TakeTypes({ projectId }: { projectId: number }) {
  const { t } = useText()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const take = async (form: Form, give: (keys: readonly TypedKey[], form: Form) => Promise<void> | void) => {
    setBusy(true)
    try {
      await give(await queryClient.fetchQuery(typesQuery(projectId)), form)
    } catch (error) {
      toast({ text: t(`situation.${situationOf(error)}`), isFailure: true })
    }
    setBusy(false)
  }
  const copy = async (keys: readonly TypedKey[], form: Form) => {
    const isCopied = await copyText(FORMS[form].make(keys))
    toast({ text: t(isCopied ? 'ui.copied' : 'ui.notCopied'), isFailure: !isCopied })
  }
  return (
    <div className={styles.take}>
      <Button kind="primary" disabled={isBusy} onClick={() => void take('typescript', copy)}>
        {t('types.copyTypeScript')}
      </Button>
      <Button disabled={isBusy} onClick={() => void take('typescript', download)}>
        {t('types.downloadTypeScript')}
      </Button>
      <Button disabled={isBusy} onClick={() => void take('json', copy)}>
        {t('types.copyJson')}
      </Button>
      <Button disabled={isBusy} onClick={() => void take('json', download)}>
        {t('types.downloadJson')}
      </Button>
    </div>
  )
}

function download(keys: readonly TypedKey[], form: Form): void {
  const { make, filename, type } = FORMS[form]
  const url = URL.createObjectURL(new Blob([make(keys)], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = filename
  link.click()
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
