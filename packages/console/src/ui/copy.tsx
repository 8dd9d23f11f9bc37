import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../text/context.tsx'
import { useAnnounce } from './announcer.tsx'
import { Button } from './button.tsx'
import styles from './copy.module.css'
import { copyText } from './copy-text.ts'

interface CopyButtonProps {
  text: string
  /** What is copied, where several such buttons stand on a screen. */
  label?: string
}

/** Puts a text where Ctrl+V takes it from, and says so. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const { t } = useText()
  const announce = useAnnounce()
  const [copied, setCopied] = useState('')
  const [isRefused, setRefused] = useState(false)
  const copy = async () => {
    const isCopied = await copyText(text)
    setCopied(isCopied ? text : '')
    announce(t(isCopied ? 'ui.copied' : 'ui.notCopied'))
    setRefused(!isCopied)
  }
  const Icon = copied === text ? Check : Copy
  return (
    <>
      <Button aria-label={label} title={label} onClick={() => void copy()}>
        <Icon size={14} aria-hidden />
        {copied === text ? t('ui.copied') : t('ui.copy')}
      </Button>
      {isRefused && <span>{t('ui.notCopied')}</span>}
    </>
  )
}

/** What is typed into something else, letter by letter, or chosen whole by a click. */
export function Secret({ children }: { children: string }) {
  return (
    <p dir="ltr" className={styles.secret}>
      {children}
    </p>
  )
}

/** Lines for a terminal or a program, to be copied as they are. */
export function Code({ label, text }: { label: string; text: string }) {
  const { t } = useText()
  return (
    <figure className={styles.code}>
      <figcaption>
        <span>{label}</span>
        <CopyButton text={text} label={t('ui.copyNamed', { name: label })} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and the keyboard has to reach that */}
      <pre dir="ltr" tabIndex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  )
}
