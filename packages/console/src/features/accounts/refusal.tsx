import { useQuery } from '@tanstack/react-query'
import { codeOf, situationOf } from '../../api/errors.ts'
import { instanceQuery } from '../../api/queries.ts'
import { useText } from '../../text/context.tsx'
import type { TextId } from '../../text/text.ts'
import styles from './front.module.css'

interface RefusalProps {
  error: unknown
  /** What to say about a password that is not right. */
  wrong?: TextId
}

/** Why a form was refused; nothing while it was not. */
export function Refusal({ error, wrong = 'signIn.wrong' }: RefusalProps) {
  const { t } = useText()
  const { data: instance } = useQuery(instanceQuery)
  if (!error) return null
  const byCode: Record<string, TextId> = {
    INVALID_CREDENTIALS: wrong,
    EMAIL_TAKEN: 'welcome.emailTaken',
    PASSWORDS_OFF: 'signIn.passwordsOff',
  }
  return (
    <p role="alert" className={styles.refusal}>
      {t(byCode[codeOf(error) ?? ''] ?? `situation.${situationOf(error)}`, {
        name: instance?.signIn.provider?.name ?? '–',
      })}
    </p>
  )
}
