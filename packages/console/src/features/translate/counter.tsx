import { useEffect } from 'react'
import { useText } from '../../text/context.tsx'
import { useAnnounce } from '../../ui/announcer.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './open-row.module.css'

interface CounterProps {
  id: string
  count: number
  /** Of the key; null where any length will do. */
  limit: number | null
  isOver: boolean
}

/** "31 of 40 characters"; where there is no limit, it shows while somebody writes. */
export function Counter({ id, count, limit, isOver }: CounterProps) {
  const { t } = useText()
  const announce = useAnnounce()
  useEffect(() => {
    if (isOver) announce(t('openRow.refused.tooLong'))
  }, [isOver, announce, t])
  return (
    <span id={id} className={classNames(styles.counter, isOver && styles.over, limit === null && styles.onFocus)}>
      {limit === null ? t('openRow.count', { count }) : t('openRow.countOf', { count, limit })}
    </span>
  )
}
