import { codeOf, situationOf } from '../../api/errors.ts'
import { useText } from '../../text/context.tsx'
import type { TextId } from '../../text/text.ts'
import styles from './front.module.css'

/** What the service says no with, where it has words of its own. */
const BY_CODE: Record<string, TextId> = {
  INVALID_CREDENTIALS: 'signIn.wrong',
  EMAIL_TAKEN: 'welcome.emailTaken',
}

/** Why a form was refused; nothing while it was not. */
export function Refusal({ error }: { error: unknown }) {
  const { t } = useText()
  if (!error) return null
  return (
    <p role="alert" className={styles.refusal}>
      {t(BY_CODE[codeOf(error) ?? ''] ?? `situation.${situationOf(error)}`)}
    </p>
  )
}
