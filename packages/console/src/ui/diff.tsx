import { useMemo } from 'react'
import { directionOf } from '../text/languages.ts'
import styles from './diff.module.css'
import { difference } from './diff.ts'

interface DiffProps {
  before: string
  after: string
  /** Of both texts. */
  locale: string
}

const ELEMENTS = { same: 'span', removed: 'del', added: 'ins' } as const

/** Two texts as one, with what was taken out and what was put in. */
export function Diff({ before, after, locale }: DiffProps) {
  const pieces = useMemo(() => difference(before, after, locale), [before, after, locale])
  return (
    <div className={styles.text} lang={locale} dir={directionOf(locale)}>
      {pieces.map(({ kind, text }, index) => {
        const Element = ELEMENTS[kind]
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
        return <Element key={index}>{text}</Element>
      })}
    </div>
  )
}
