import { CircleCheck, CircleDashed, CircleDot } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../text/context.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { Row } from './editor-context.ts'
import type { Status } from './search.ts'
import styles from './status-mark.module.css'

/** A language in which a key has no value counts as not translated. */
export const statusOf = (row: Row, locale: string): Status => row.translations[locale]?.status ?? 'not_translated'

const PICTURES: Record<Status, ReactNode> = {
  not_translated: <CircleDashed size={14} aria-hidden />,
  not_reviewed: <CircleDot size={14} aria-hidden />,
  translated: <CircleCheck size={14} aria-hidden />,
}

/** A status in words and with a picture, never by colour alone. */
export function StatusMark({ status }: { status: Status }) {
  const { t } = useText()
  return (
    <span className={classNames(styles.mark, styles[status])}>
      {PICTURES[status]}
      {t(`status.${status}`)}
    </span>
  )
}
