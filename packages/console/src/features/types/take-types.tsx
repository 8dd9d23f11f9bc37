import { typeScriptOf } from '@parlance/sdk/typescript'
import { useText } from '../../text/context.tsx'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { useToast } from '../../ui/toast.tsx'
import type { TypedKey } from './typed-keys.ts'
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

/** The types of all keys, to be copied or downloaded. */
export function TakeTypes({ keys }: { keys: readonly TypedKey[] }) {
  const { t } = useText()
  const toast = useToast()
  const copy = async (form: Form) => {
    const isCopied = await copyText(FORMS[form].make(keys))
    toast({ text: t(isCopied ? 'ui.copied' : 'ui.notCopied'), isFailure: !isCopied })
  }
  return (
    <div className={styles.take}>
      <Button kind="primary" onClick={() => void copy('typescript')}>
        {t('types.copyTypeScript')}
      </Button>
      <Button onClick={() => download(keys, 'typescript')}>{t('types.downloadTypeScript')}</Button>
      <Button onClick={() => void copy('json')}>{t('types.copyJson')}</Button>
      <Button onClick={() => download(keys, 'json')}>{t('types.downloadJson')}</Button>
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
